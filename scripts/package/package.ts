// Makes what is published: `npm run package` puts `quoin-VERSION.tgz`, `quoin-sdk-VERSION.tgz` and the lists of their parts into `dist`,
// and the file system of the image.
//
// The package `quoin` has the program as bundled JavaScript, so that it runs without a build, and all files that it reads: pages, templates,
// typefaces, migrations. Only the typesetter stays a dependency, because it is a binary of the machine.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'vite'
import { FONT_FILES } from '../../server/src/billing/printing/fonts.ts'
import { makeImage } from './image.ts'
import { folderOfPackage, inModules, ownFilesIn, packageOf, relocated } from './relocations.ts'

const ROOT = dirname(dirname(import.meta.dirname))
/** What can't be bundled: it has a binary for each kind of machine. */
const STAYS = ['@myriaddreamin/typst-ts-node-compiler']
/** Loaded where it is installed, and not needed. */
const NEVER = ['pg-native']
const REFERENCE_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js']
const LICENCE = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i

/** Makes the package of the program in a folder, and gives its file. Needs the dashboard to be built. Throws what fails. */
export async function makeProgram(folder: string): Promise<string> {
  const out = join(folder, 'quoin')
  const bundled = await makeTree(out)
  writeNotices(out, [...bundled, ...FONT_FILES.map(packageOf), 'swagger-ui-dist'])
  return pack(out, folder, 'quoin')
}

/** Makes the program alone, unpacked, in a folder; gives the names of the packages that are bundled in it. */
export async function makeTree(out: string): Promise<Set<string>> {
  mkdirSync(out, { recursive: true })
  const bundled = await bundle(out)
  copyFiles(out)
  writePackageJson(out)
  return bundled
}

/** Bundles the program into `lib`; gives the names of the packages that are in it. */
async function bundle(out: string): Promise<Set<string>> {
  const packages = new Set<string>()
  const threads = sourcesIn(join(ROOT, 'server', 'src')).flatMap((file) =>
    ownFilesIn(readFileSync(file, 'utf8')).map((name) => join(dirname(file), name)),
  )
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [
      {
        name: 'quoin-places',
        // Before the types are taken away: it reads the files as they are written.
        enforce: 'pre',
        transform(code, id) {
          if (id.includes('/node_modules/')) packages.add(packageOf(id.replace(/^\0+/, '')))
          else if (id.startsWith(ROOT)) return { code: relocated(relative(ROOT, id).replaceAll('\\', '/'), code), map: null }
          return undefined
        },
      },
    ],
    build: {
      ssr: true,
      minify: false,
      target: 'node26',
      outDir: join(out, 'lib'),
      emptyOutDir: true,
      rolldownOptions: {
        // Otherwise `try { decodeURIComponent(path) } catch` is removed, as a call without effect: here, and by Vite's `minify: false`, which still
        // removes what it takes for dead.
        treeshake: false,
        input: Object.fromEntries(
          [join(ROOT, 'cli', 'src', 'main.ts'), ...threads].map((file) => [/([\w-]+)\.ts$/.exec(file)![1]!, file]),
        ),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', minify: false },
        external: [...STAYS, ...NEVER],
      },
    },
    ssr: { noExternal: true, external: [...STAYS, ...NEVER] },
  })
  return packages
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))

function copyFiles(out: string): void {
  const copy = (from: string, to: string) => cpSync(join(ROOT, from), join(out, to), { recursive: true })
  copy('server/migrations', 'migrations')
  copy('dashboard/dist', 'dashboard')
  copy('server/src/billing/printing/templates', 'lib/templates')
  for (const name of ['LICENSE', 'SECURITY.md', 'README.md', 'CHANGELOG.md']) copy(name, name)
  for (const name of REFERENCE_FILES) copy(join('node_modules', 'swagger-ui-dist', name), join('reference', name))
  for (const file of FONT_FILES) {
    const to = join(out, 'fonts', inModules(file))
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(file, to)
  }
  const program = join(out, 'bin', 'quoin.js')
  mkdirSync(dirname(program))
  copyFileSync(join(import.meta.dirname, 'bin.js'), program)
  chmodSync(program, 0o755)
}

interface Manifest {
  version: string
  description: string
  license: string
  dependencies: Record<string, string>
}

function writePackageJson(out: string): void {
  const own: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const manifest = {
    name: 'quoin',
    version: own.version,
    description: own.description,
    license: own.license,
    type: 'module',
    bin: { quoin: 'bin/quoin.js' },
    // The repository brings its own Node.js; here one is there already, or the user's choice.
    engines: { node: '>=26' },
    dependencies: Object.fromEntries(STAYS.map((name) => [name, own.dependencies[name]])),
  }
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The licences of all that is in the package, as most of them require. */
function writeNotices(out: string, packages: readonly string[]): void {
  const texts = [...new Set(packages)].sort().map((name) => {
    const folder = folderOfPackage(name)
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const files = readdirSync(folder).filter((file) => LICENCE.test(file))
    const words = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    return [`${name} ${version}`, `Licence: ${license ?? 'see below'}`, ...words].join('\n\n')
  })
  writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}

/** Writes the list of all parts of a package, with their versions and licences (CycloneDX). */
function writeParts(folder: string, name: string, more: readonly string[]): void {
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--omit',
    'dev',
    '--omit',
    'optional',
    ...more,
  ]
  const parts = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }))
  // npm has the name of the folder here.
  parts.metadata.component.name = name
  writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(parts, null, 2)}\n`)
}

/** Packs a folder as npm publishes it; gives the file. */
function pack(from: string, to: string, name: string): string {
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  const before = new Set(readdirSync(to))
  execFileSync('npm', ['pack', '--offline', '--pack-destination', to, '--loglevel=error'], {
    cwd: from,
    stdio: ['ignore', 'ignore', 2],
  })
  const made = readdirSync(to).find((file) => !before.has(file))
  if (made === undefined) throw new Error(`npm pack has made no file of ${name}`)
  const file = join(to, `${name}-${version}.tgz`)
  renameSync(join(to, made), file)
  return file
}

if (import.meta.main) {
  const folder = join(ROOT, 'dist')
  rmSync(folder, { recursive: true, force: true })
  const made = [await makeProgram(folder), pack(join(ROOT, 'sdk'), folder, 'quoin-sdk')]
  for (const [name, more] of [
    ['quoin', []],
    ['quoin-sdk', ['--workspace', 'sdk']],
  ] as const)
    writeParts(folder, name, more)
  // The image is one of Linux, with the binaries of this machine.
  if (process.platform === 'linux') makeImage(folder, join(folder, 'quoin'))
  for (const file of made) console.log(`${relative(process.cwd(), file)} ${(statSync(file).size / 1e6).toFixed(1)} MB`)
}
