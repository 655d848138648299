import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runOnFolder } from '../../server/test/support/engine.ts'
import { runCli, type ServerProcess, setUpWithCli, startServerProcess, temporaryFolder } from '../../server/test/support/server-process.ts'

describe('quoin jobs', () => {
  const folder = temporaryFolder()
  let server: ServerProcess | undefined
  before(async () => {
    await setUpWithCli(folder.path)
  })
  after(async () => {
    await server?.end('SIGTERM')
    folder.remove()
  })
})
