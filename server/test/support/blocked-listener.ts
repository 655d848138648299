// A server that accepts no connection: its thread is blocked, and the kernel's queue of waiting connections holds one or two.
import { spawn } from 'node:child_process'

const PROGRAM = `
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, server.address().port + '\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)
    process.exit()
  })`

/** Starts it in a separate process, which ends after a minute. */
export async function blockedListener(): Promise<{ url: string; end(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the listener ended')))
    child.stdout.once('data', (line) => resolve(Number(line)))
  })
  return {
    url: `http://127.0.0.1:${port}/`,
    end: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}
