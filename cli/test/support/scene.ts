// A new company on a real server, and one command of the real binary with access to it.
import assert from 'node:assert/strict'
import {
  Client,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../../server/test/support/server-process.ts'

/** The scene of a file of tests: `begin` in `before`, `end` in `after`. */
export function cliScene(command: string) {
  const folder = temporaryFolder()
  let access: string[]
  let company_id: string
  let server: ServerProcess
  let client: Client

  const run = (...args: string[]) => runCli(folder.path, command, ...args, ...access)
  /** What a run prints that must succeed without a warning. */
  const said = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...args)
    assert.deepEqual([code, stderr], [0, ''])
    return stdout
  }
  return {
    folder: folder.path,
    run,
    said,

    async begin(): Promise<void> {
      const setup = await setUpWithCli(folder.path, '--currency', 'EUR')
      company_id = setup.company_id
      server = await startServerProcess(folder.path)
      client = new Client(server.url, setup.api_key)
      access = ['--url', server.url, '--api-key', setup.api_key, '--company', company_id]
    },

    async end(): Promise<void> {
      client?.close()
      await server?.end('SIGTERM')
      folder.remove()
    },

    /** The options that name the server, the key and the company. */
    access: () => access,

    /** The data of an answer of the API. */
    async call(method: string, path: string, body?: object) {
      return (await client.call(method, `${path}?company_id=${company_id}`, body)).body.data
    },

    /** The value that a run prints with `--json`. */
    json: async (...args: string[]) => JSON.parse(await said(...args, '--json')),

    /** The exit code and the message of a run that must print no result. */
    async refused(...args: string[]) {
      const { code, stdout, stderr } = await run(...args)
      assert.equal(stdout, '')
      return [code, stderr]
    },
  }
}
