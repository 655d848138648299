// `quoin figures` beside a running server.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeFolder } from '../../server/test/support/engine.ts'
import {
  type MadeSetup,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'

describe('quoin figures', () => {
  const folder = temporaryFolder()
  const cli = (...args: string[]) => runCli(folder.path, 'figures', ...args)
  let setup: MadeSetup
  let server: ServerProcess

  const createCustomer = async () => {
    const response = await fetch(`${server.url}/v1/customers?company_id=${setup.company_id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${setup.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Customer' }),
    })
    assert.equal(response.status, 201, await response.text())
  }

  before(async () => {
    setup = await setUpWithCli(folder.path)
    server = await startServerProcess(folder.path)
    for (let count = 0; count < 3; count++) await createCustomer()
  })
  after(async () => {
    await server.end('SIGTERM')
    folder.remove()
  })

  test('verify finds nothing in what the server wrote', async () => {
    assert.deepEqual(await cli('verify'), { code: 0, stdout: '0 figures differ, 1 company checked\n', stderr: '' })
    const { stdout } = await cli('verify', '--company', setup.company_id, '--json')
    assert.deepEqual(JSON.parse(stdout), { is_right: true, companies: 1, differences: [] })
  })

  test('verify names each figure that differs and exits 1; rebuild mends them while the server writes', async () => {
    await changeFolder(folder.path, "UPDATE list_counts SET count = 7 WHERE list = 'customers'")
    await createCustomer()
    const found = await cli('verify')
    const lines = `${setup.company_id} customers: kept 8 rows, there are 4 rows\n1 figure differs, 1 company checked\n`
    assert.deepEqual(found, { code: 1, stdout: lines, stderr: '' })
    const as_json = await cli('verify', '--json')
    assert.equal(as_json.code, 1)
    const difference = { company_id: setup.company_id, figure: 'customers', cell: '', kept: '8 rows', real: '4 rows' }
    assert.deepEqual(JSON.parse(as_json.stdout), { is_right: false, companies: 1, differences: [difference] })
    const [mended] = await Promise.all([cli('rebuild', '--json'), createCustomer(), createCustomer()])
    assert.deepEqual([mended.code, JSON.parse(mended.stdout).mended], [0, 1])
    assert.equal((await cli('verify')).code, 0)
    assert.equal((await cli('rebuild')).stdout, 'Mended 0 figures, 1 company checked\n')
  })

  test('exit 1 for a company that is not there', async () => {
    for (const verb of ['verify', 'rebuild']) {
      assert.deepEqual(await cli(verb, '--company', 'com_nope'), {
        code: 1,
        stdout: '',
        stderr: 'quoin: There is no company com_nope\n',
      })
    }
  })
})
