// The SQL of finding projects by typed text.

import type { CompanyId } from '../../kernel/ids.ts'
import { escapeLike } from '../../kernel/text.ts'
import type { Tx } from '../../sql/database.ts'
import { isLike, statement, statementFamily } from '../../sql/statement.ts'
import { startingWith } from '../../sql/text-range.ts'

/** Titles or public ids that begin with a text; the search text begins with the title. */
const listStarting = statementFamily<
  { by: 'search_text' | 'public_id' },
  { company_id: CompanyId; from: string; until: string; limit: number }
>()((db, p, { by }) =>
  db
    .selectFrom('projects')
    .select(['projects.id', 'projects.title', 'projects.public_id'])
    .where('projects.company_id', '=', p.company_id)
    .where('projects.deleted_at', 'is', null)
    .where(`projects.${by}`, '>=', p.from)
    .where(`projects.${by}`, '<', p.until)
    .orderBy(`projects.${by}`)
    .limit(p.limit),
)

const listHaving = statement<{ company_id: CompanyId; pattern: string; limit: number }>()((db, p) =>
  db
    .selectFrom('projects')
    .select(['projects.id', 'projects.title', 'projects.public_id'])
    .where('projects.company_id', '=', p.company_id)
    .where('projects.deleted_at', 'is', null)
    .where(isLike('projects.search_text', p.pattern))
    .orderBy('projects.created_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(p.limit),
)

/** Projects whose title begins with a folded text, or whose public id begins with the text as typed. */
export const listProjectsStarting = (
  tx: Tx,
  company_id: CompanyId,
  by: 'search_text' | 'public_id',
  text: string,
  limit: number,
) => listStarting({ by }).all(tx, { company_id, ...startingWith(text), limit })

/** Living projects that have a folded text in title or public id, newest first. */
export const listProjectsHaving = (tx: Tx, company_id: CompanyId, text: string, limit: number) =>
  listHaving.all(tx, { company_id, pattern: `%${escapeLike(text)}%`, limit })
