import { type Static, Type } from 'typebox'
import { Company, companyExample } from '../companies/schema.ts'
import { StringEnum } from '../http/schema.ts'
import { memberExample, Role } from '../users/schema.ts'

const Organization = Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false })

/** Who is signed in, as every page of the dashboard needs to know. */
export const Session = Type.Object(
  {
    user: Type.Object(
      { id: Type.String(), name: Type.String(), email: Type.String(), role: Role },
      { additionalProperties: false },
    ),
    organization: Organization,
    organizations: Type.Array(Organization, { description: 'All that the person is a member of.' }),
    companies: Type.Array(Company, { description: 'The companies of `organization`, newest first.' }),
    level: StringEnum(['read', 'write', 'admin'], { description: 'What the role comes to.' }),
    two_factor_enabled: Type.Boolean(),
  },
  { title: 'Session', additionalProperties: false },
)
export type Session = Static<typeof Session>

export const sessionExample: Session = {
  user: { id: memberExample.id, name: memberExample.name, email: memberExample.email, role: 'owner' },
  organization: { id: 'org_01kb3m8q5s4d7f9h2k6n8q1t3w', name: 'Moreno' },
  organizations: [{ id: 'org_01kb3m8q5s4d7f9h2k6n8q1t3w', name: 'Moreno' }],
  companies: [companyExample],
  level: 'admin',
  two_factor_enabled: false,
}
