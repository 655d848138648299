// A migration that a database has taken is never edited: a change of the schema is a new file, and its checksum is added here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationsFor } from '../src/sql/migrate.ts'

const FROZEN = {
  sqlite: {
    '0001_schema': '319dc95bcda4d3373eda292527235f62531495ceb0ae226400ab6a0ea42db2dd',
    '0002_mail': '977bde37ce60af3460152963c722c5ab3374daa75d7520004fbe807ca15acf8a',
    '0003_fields': '04c08f501aff50543d2a64e77dc9053f5a33a7da938d54a9d2696cea88faea81',
    '0004_papers': 'b9fd79f887182d84deba8c02f2f4781af4a83cffcb312f73fb21f504b57d0980',
    '0005_public_pages': 'dbe69dd7db7cb7005836efd78796b07f38a3b3e0b0312e8814d31d1ab2ab2df3',
    '0006_mail_texts': '06ab9566137f90226750eb1afb05d9769fd76a1802347366c4f5e217d03594e2',
    '0007_tax': '54c427a3e49ee0443feed3e9016f7658043b1157b9a2c77281aa1ca0b3bae680',
    '0008_credit_notes': '09db96cb3e17c131040dc281263087ba137000f47fa7076b549fa8f38fbc55c9',
    '0009_recurring_invoices': 'f7abc582393e961363b8c999d60a40800d62921db8dee592400de3c106eb7b6b',
    '0010_reminders': 'ed62eb73533cd0a0f92adb6f7b78fe2629953e94a22f5574e30405e319ea9ea0',
    '0011_bank': '6be83ab7595c8f17f5d82985840e234c1722c60afb87cc08c55f3c5f4c1afe98',
    '0012_sandboxes': '746633a8f222ebd4f99d3b88a45bec88594ebdfb0e4d71c1c500f485aa2d791e',
    '0013_payments': '6cd8a5162d5223b4188add3ce60d3ac58305bdfdf3e0195d5144c493d62b681a',
    '0014_datev': 'bb9c8d3cc090b2262c1063859bc45b8a5378f3981ae15a5f8e3a97528b6417ff',
    '0015_restricted_keys': '85bc017391939c1eb29d7a63001d0cb1a7a6009bf9658241da20a3fe355f9a2f',
    '0016_segments': '35e1869dab08d939f7b4cafeadc8d942187ae6b0f9e5ec0c67da8ab6d3d90bb2',
  },
  postgres: {
    '0001_schema': '60488a8c5818a50cfe4680de8e1afacc3f2c8b403abc81f90b7749f0c939e74b',
    '0002_mail': 'b6228f2a661f99cb7233774de436016206aac8eb2663c513125cec0b90c90a89',
    '0003_fields': 'f526dfb199bf09856d5d4f8e783fd04c0ce58320b44f7d30e8b530c96ec426ee',
    '0004_papers': '3d1f039d7c3c216d38a523550f3404feb57dee97ce5ce67046e716ae8556a2df',
    '0005_public_pages': '8b2e4b59f21ea1dcfb594f00374a31b0afdfb2d762addc5b48e98dc0adcd6585',
    '0006_mail_texts': '1de689beda44968f060d42397028b79f5b4c404abfc11258c4baefa976006b18',
    '0007_tax': 'bd11f82f2c04a93dec0085f110355f2dccacef74962b421f832d8aae8e3364bf',
    '0008_credit_notes': '4a38dccde1cded8919b89d66af805fb34b88d404b49a137843be1dc70920abcf',
    '0009_recurring_invoices': '8b646f3b69b3b53d2497e4c3ca9351d264348e97909ec515ecf12ac60795402a',
    '0010_reminders': '5f8f716e56efcae291b3871787a4aa3c9a2833debde709e292ed7956dd259c8b',
    '0011_bank': 'f96e5cebbef8d92814255acebbdf9e9e4c1bfadf75b25319202ad2b41f64ab64',
    '0012_sandboxes': '0979307a042a05a3a2d3a2d2c887fb937296ee3a4ff981c58faa9fdc62333d0b',
    '0013_payments': '6cd8a5162d5223b4188add3ce60d3ac58305bdfdf3e0195d5144c493d62b681a',
    '0014_datev': '2678fecc1c3e340fcbf687de0c0046a55af36e77a45f854b6631862f95e4d910',
    '0015_restricted_keys': '005b09d25915df8c20c60b10c9ba8e162dfc79930076831eda46910d49f14fa7',
    '0016_segments': 'd1776bc0b2a6af0d0eb7ef090e6c620ee3c4230cf99424505fdb43a4dba6b4da',
  },
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`the migrations for ${engine} are those that databases have taken`, () => {
    const found = Object.fromEntries(migrationsFor(engine).map(({ name, checksum }) => [name, checksum]))
    assert.deepEqual(found, FROZEN[engine], 'write a new migration instead of editing one; add the checksum of a new one here')
  })
}
