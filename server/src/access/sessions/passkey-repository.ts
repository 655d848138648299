// All SQL of passkeys but that of the library of the sign-in, which adds them and counts their use.
import type { Tx, WriteTx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'

const listOfPerson = statement<{ person_id: string }>()((db, p) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'backed_up', 'created_at'])
    .where('person_id', '=', p.person_id)
    .orderBy('created_at')
    .orderBy('id'),
)

const findOne = statement<{ person_id: string; id: string }>()((db, p) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'backed_up', 'created_at'])
    .where('person_id', '=', p.person_id)
    .where('id', '=', p.id),
)

const findOwner = statement<{ credential_id: string }>()((db, p) =>
  db.selectFrom('passkeys').select('person_id').where('credential_id', '=', p.credential_id),
)

const saveName = statement<{ person_id: string; id: string; name: string }>()((db, p) =>
  db.updateTable('passkeys').set({ name: p.name }).where('person_id', '=', p.person_id).where('id', '=', p.id),
)

const removeOne = statement<{ person_id: string; id: string }>()((db, p) =>
  db.deleteFrom('passkeys').where('person_id', '=', p.person_id).where('id', '=', p.id),
)

/** The passkeys of a person, the oldest first. */
export const listPasskeyRows = (tx: Tx, person_id: string) => listOfPerson.all(tx, { person_id })
/** The person whose passkey a device answers with. */
export const findPasskeyOwner = async (tx: Tx, credential_id: string) => (await findOwner.first(tx, { credential_id }))?.person_id
export const findPasskey = (tx: Tx, person_id: string, id: string) => findOne.first(tx, { person_id, id })
export const savePasskeyName = (tx: WriteTx, person_id: string, id: string, name: string) =>
  saveName.post(tx, { person_id, id, name })
export const removePasskey = (tx: WriteTx, person_id: string, id: string) => removeOne.post(tx, { person_id, id })
