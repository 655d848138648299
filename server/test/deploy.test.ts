// The files for containers, clusters and services in `deploy` and `.github`: they can be read, and what they name is there.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { VARIABLES } from '../src/config.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const IMAGE_USER = 65532
const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

/** Names of ours that a text has, which the program does not know. */
const unknownVariables = (text: string) =>
  [...new Set(text.match(/\bQUOIN_[A-Z_]+\b/g))].filter((name) => !(VARIABLES as readonly string[]).includes(name))

test('all name only variables that the program has', () => {
  const files = ['Containerfile', ...globSync('deploy/**/*.{yaml,service}', { cwd: ROOT })]
  assert.ok(files.length > 6)
  for (const file of files) assert.deepEqual(unknownVariables(read(file)), [], file)
})

describe('compose', () => {
  for (const file of globSync('deploy/compose/*.yaml', { cwd: ROOT })) {
    test(`${basename(file)}: each service of ours has a file system that it can not write, no rights, and time to end`, () => {
      const { services, volumes } = parse(read(file), { merge: true })
      const ours = Object.entries<Record<string, unknown>>(services).filter(([name]) => name.startsWith('quoin'))
      assert.ok(ours.length > 0)
      for (const [name, service] of ours) {
        assert.deepEqual([service['read_only'], service['cap_drop'], service['stop_grace_period']], [true, ['ALL'], '40s'], name)
        for (const port of service['ports'] as string[]) assert.match(port, /^127\.0\.0\.1:\d+:4280$/)
      }
      const mounted = Object.values<{ volumes?: string[] }>(services).flatMap((service) => service.volumes ?? [])
      assert.deepEqual(mounted.map((volume) => volume.split(':')[0]).sort(), Object.keys(volumes).sort())
    })

    test(`${basename(file)} is what docker-compose takes`, {
      skip: has('docker-compose') ? false : 'needs docker-compose',
    }, () => {
      const env = { ...process.env, POSTGRES_PASSWORD: 'x', QUOIN_SECRET_KEY: 'y' }
      execFileSync('docker-compose', ['-f', join(ROOT, file), 'config', '--quiet'], { env })
    })
  }
})

describe('the chart for Helm', () => {
  const folder = 'deploy/helm/quoin'
  const values = parse(read(`${folder}/values.yaml`))
  const templates = globSync(`${folder}/templates/*.yaml`, { cwd: ROOT }).map(read)
  let app: TestApp
  before(async () => {
    app = await startTestApp()
  })
  after(() => app.close())

  test('uses each value, and none that values.yaml does not have', () => {
    const used = [...new Set(templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path!)))]
    const valueAt = (path: string) => path.split('.').reduce((value, name) => value?.[name], values)
    assert.deepEqual(
      used.filter((path) => valueAt(path) === undefined),
      [],
    )
    const paths = Object.entries<object>(values).flatMap(([name, value]) =>
      typeof value === 'object' && name !== 'resources' ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
    )
    assert.deepEqual(
      paths.filter((path) => !used.includes(path)),
      [],
    )
  })

  test('without its conditions is YAML, runs as the user of the image, and asks what the service answers', async () => {
    const plain = (text: string) =>
      text
        .replace(/^\s*\{\{-? (if|end|fail|else).*\}\}\n/gm, '')
        .replace(/\{\{-? toYaml.*?\}\}/g, '{}')
        .replace(/\{\{.*?\}\}/g, 'x')
    const documents = templates.flatMap((text) => parseAllDocuments(plain(text)))
    for (const document of documents) assert.deepEqual(document.errors, [])
    const workload = documents.map((document) => document.toJS()).find(({ kind }) => kind === 'StatefulSet')
    const { securityContext, containers } = workload.spec.template.spec
    assert.deepEqual([securityContext.runAsNonRoot, securityContext.runAsUser], [true, IMAGE_USER])
    const [{ livenessProbe, readinessProbe, startupProbe, securityContext: of_container }] = containers
    assert.deepEqual([of_container.readOnlyRootFilesystem, of_container.allowPrivilegeEscalation], [true, false])
    for (const probe of [livenessProbe, readinessProbe, startupProbe]) {
      const answer = await app.server.inject({ method: 'GET', url: probe.httpGet.path })
      assert.equal(answer.statusCode, 200, probe.httpGet.path)
    }
  })

  test('has the version of the program', () => {
    const { version, appVersion } = parse(read(`${folder}/Chart.yaml`))
    const own = JSON.parse(read('package.json')).version
    assert.deepEqual([version, appVersion, values.image.tag], [own, own, own])
  })
})

test('systemd takes the units', { skip: has('systemd-analyze') ? false : 'needs systemd-analyze' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-units-'))
  const units = globSync('deploy/systemd/*.service', { cwd: ROOT }).map((file) => {
    // The program has to be there.
    const text = read(file).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
    writeFileSync(join(folder, basename(file)), text)
    return join(folder, basename(file))
  })
  assert.equal(units.length, 2)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  assert.deepEqual([status, stderr], [0, ''])
})

test('the workflows run scripts of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const files = globSync('.github/workflows/*.yml', { cwd: ROOT })
  assert.equal(files.length, 2)
  for (const file of files) {
    const text = read(file)
    assert.ok(Object.keys(parse(text).jobs).length > 0)
    const run = [...text.matchAll(/\bnpm (?:run )?(check|test|package|[a-z]+:[a-z]+)\b/g)].map(([, name]) => name!)
    assert.ok(run.length > 0)
    assert.deepEqual(
      run.filter((name) => !(name in scripts)),
      [],
      file,
    )
  }
})
