// The package as npm would publish it, in a folder of its own: plain JavaScript uses it, and the examples of its README are checked and run.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'

const SDK = fileURLToPath(new URL('..', import.meta.url))
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
/** Examples that wait for ever. */
const ENDLESS = /follow\(|createServer\(/

const data = temporaryFolder()
const user = temporaryFolder()
let setup: MadeSetup
let server: ServerProcess

before(async () => {
  setup = await setUpWithCli(data.path)
  server = await startServerProcess(data.path)
  await run('npm', ['pack', '--offline', '--pack-destination', user.path], SDK)
  const [archive] = readdirSync(user.path)
  const home = join(user.path, 'node_modules', '@quoin')
  mkdirSync(home, { recursive: true })
  await run('tar', ['-xzf', join(user.path, archive!), '-C', home], user.path)
  renameSync(join(home, 'package'), join(home, 'sdk'))
  mkdirSync(join(user.path, 'node_modules', '@types'))
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types']) {
    symlinkSync(join(MODULES, name), join(user.path, 'node_modules', name))
  }
  writeFileSync(join(user.path, 'package.json'), '{"type":"module"}')
})
after(async () => {
  await server.end('SIGTERM')
  data.remove()
  user.remove()
})

/** Runs a program to its end; gives what it printed. Rejects with it when the exit code isn't 0. */
function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${command} ${args.join(' ')}: ${output}`))))
  })
}

const runExample = (file: string) =>
  run(process.execPath, [file], user.path, {
    QUOIN_URL: server.url,
    QUOIN_API_KEY: setup.api_key,
    QUOIN_COMPANY: setup.company_id,
  })

test('holds JavaScript, declarations and the README, and nothing else', () => {
  const files = readdirSync(join(user.path, 'node_modules', '@quoin', 'sdk'), { recursive: true, encoding: 'utf8' })
  const others = files.filter((file) => !/^dist(\/[a-z-]+(\.d\.ts|\.js))?$|^README\.md$|^package\.json$/.test(file))
  assert.deepEqual(others, [])
  assert.ok(files.includes('dist/index.js') && files.includes('dist/index.d.ts'))
})

test('plain JavaScript uses it', async () => {
  writeFileSync(
    join(user.path, 'plain.mjs'),
    `import { createQuoin } from '@quoin/sdk'
     const quoin = createQuoin({ url: process.env.QUOIN_URL, api_key: process.env.QUOIN_API_KEY })
     const { companies } = await quoin.get('/v1/companies')
     console.log(companies[0].id)`,
  )
  assert.equal(await runExample('plain.mjs'), `${setup.company_id}\n`)
})

const compile = (...files: string[]) => {
  const strict = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext', '--types', 'node']
  return run(process.execPath, [join(SDK, 'node_modules/typescript/bin/tsc'), ...strict, ...files], user.path)
}

test('its declarations tell a wrong path, a missing field and a wrong type', async () => {
  const wrong = [`get('/v1/invoice')`, `post('/v1/invoices', { body: {} })`, `get('/v1/invoices', { query: { limit: '5' } })`]
  const names = wrong.map((_, index) => `wrong-${index}.ts`)
  for (const [index, call] of wrong.entries()) {
    const code = `import { createQuoin } from '@quoin/sdk'\nawait createQuoin({ url: '', api_key: '' }).${call}\n`
    writeFileSync(join(user.path, names[index]!), code)
  }
  await assert.rejects(compile(...names), ({ message }: Error) => names.every((name) => message.includes(`${name}(2,`)))
})

test('the examples of the README pass a strict compiler, and those that end do what they say', async () => {
  const blocks = readFileSync(join(SDK, 'README.md'), 'utf8').matchAll(/^```ts\n([\s\S]+?)^```/gm)
  const files = Array.from(blocks, ([, code], index) => ({ name: `example-${index}.ts`, code: code! }))
  assert.ok(files.length >= 5)
  for (const { name, code } of files) writeFileSync(join(user.path, name), code)
  const names = files.map(({ name }) => name)
  await compile(...names)
  const outputs: string[] = []
  for (const { name, code } of files) if (!ENDLESS.test(code)) outputs.push(await runExample(name))
  assert.match(outputs[0]!, /^INV-\d{4}-000001 1250\n$/)
  assert.match(outputs[1]!, /^404 not_found undefined .+ req_\w+\n$/)
  assert.match(outputs[2]!, /^INV-\d{4}-000001 1250\n$/)
  assert.equal(outputs[3], 'evt_000000001aq4w6e8r0t2y1n3p5 invoice.paid\n')
})
