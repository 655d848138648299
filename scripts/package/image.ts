// The file system of the container image: `npm run package` puts it into `dist/image` on Linux, and the Containerfile copies it. It has Node.js,
// the libraries that it is linked to, the program, and nothing else: no shell, no package manager. See decisions/044.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const MODULES = join(import.meta.dirname, '../../node_modules')
/** Who runs the program: the number that images without root use. */
const USER = 65532

/** Makes the folder `image` beside the unpacked program. `program` is the folder of the program (`makeProgram`). Gives the new folder. */
export function makeImage(folder: string, program: string): string {
  const image = join(folder, 'image')
  const node = join(image, 'usr/local/bin/node')
  mkdirSync(dirname(node), { recursive: true })
  cpSync(realpathSync(process.execPath), node)
  // Names of functions for debuggers: a fifth of the file. Machines without a compiler don't have it, and then the image is that much larger.
  const { error } = spawnSync('strip', [node])
  if (error) console.error('strip (of binutils) is not installed: the image keeps the names of functions for debuggers')
  cpSync(program, join(image, 'opt/quoin'), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) copyDependency(name, join(image, 'opt/quoin/node_modules'))
  const binaries = readdirSync(image, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.node'))
  for (const library of librariesOf([node, ...binaries.map((file) => join(image, file))])) {
    mkdirSync(join(image, dirname(library)), { recursive: true })
    cpSync(realpathSync(library), join(image, library))
  }
  // Empty, and writable by that user: the data, and what is temporary where no memory is mounted for it.
  for (const name of ['data', 'tmp']) mkdirSync(join(folder, 'image-data', name), { recursive: true })
  mkdirSync(join(image, 'etc'))
  writeFileSync(join(image, 'etc/passwd'), `root:x:0:0::/:\nquoin:x:${USER}:${USER}::/data:\n`)
  writeFileSync(join(image, 'etc/group'), `root:x:0:\nquoin:x:${USER}:\n`)
  writeFileSync(join(image, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  return image
}

/** Copies an installed package, and those with its binaries for this machine. */
export function copyDependency(name: string, to: string): void {
  const [scope] = name.split('/')
  for (const part of readdirSync(join(MODULES, scope!)).filter((part) => `${scope}/${part}`.startsWith(name)))
    cpSync(join(MODULES, scope!, part), join(to, scope!, part), { recursive: true })
}

/** The shared libraries of programs, and what loads them, as the dynamic linker finds them. */
function librariesOf(files: readonly string[]): string[] {
  const found = new Set<string>()
  for (const file of files) {
    const lines = execFileSync('ldd', [file], { encoding: 'utf8' })
    for (const [, path] of lines.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)) found.add(path!)
  }
  return [...found]
}
