import { type Static, Type } from 'typebox'
import { InvoiceSummary, invoiceSummaryExample } from '../../billing/invoices/schema.ts'
import { Nullable } from '../../http/schema.ts'
import { projectExample } from '../../work/projects/schema.ts'

/** Invoices that are shown as overdue the longest, and projects as over their budget, at most. */
export const MOST_INVOICES = 8
export const MOST_PROJECTS = 6

const Amount = Type.Object({ currency: Type.String(), amount: Type.Number() }, { additionalProperties: false })

const Amounts = (description: string) =>
  Type.Object(
    {
      count: Type.Integer(),
      amounts: Type.Array(Amount, { description: "Σ total, the company's own currency first." }),
    },
    { additionalProperties: false, description },
  )

const CurrencyFigures = Type.Object(
  {
    currency: Type.String(),
    outstanding: Type.Number({ description: 'Σ amount_due of sent, viewed, partial and overdue invoices.' }),
    overdue: Type.Number({ description: 'The part that was due before today.' }),
    overdue_by_age: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: 'The same by how long it has been due: up to 30 days, up to 60, up to 90, and longer.',
    }),
    paid_by_month: Type.Array(
      Type.Object({ month: Type.String({ description: 'YYYY-MM' }), amount: Type.Number() }, { additionalProperties: false }),
      {
        minItems: 12,
        maxItems: 12,
        description: 'Σ payments less refunds by the month of `paid_at`: the last 12, the oldest first.',
      },
    ),
  },
  { title: 'CurrencyFigures', additionalProperties: false },
)

const ProjectOverBudget = Type.Object(
  {
    id: Type.String(),
    public_id: Type.String(),
    title: Type.String(),
    total_hours: Type.Number(),
    budget_hours: Nullable(Type.Number()),
    total_revenue: Type.Number(),
    budget_amount: Nullable(Type.Number()),
  },
  { title: 'ProjectOverBudget', additionalProperties: false },
)

/** A company's business at a glance. */
export const Overview = Type.Object(
  {
    today: Type.String({ format: 'date', description: 'The day that all figures are for, in the time zone of the company.' }),
    currencies: Type.Array(CurrencyFigures, {
      description: "The company's own currency, and every other one in which money is due or was paid. They are never added up.",
    }),
    drafts: Amounts('Invoices that are drafts.'),
    quotes_waiting: Amounts('Quotes that are sent or viewed.'),
    unbilled: Type.Object(
      {
        minutes: Type.Integer(),
        amount: Type.Number({ description: "At the entries', else their tasks', else their projects' rates; rounded once." }),
        currency: Type.String({ description: 'That of the company.' }),
        minutes_without_rate: Type.Integer({ description: 'How much of it has no rate.' }),
      },
      {
        additionalProperties: false,
        description: 'Stopped billable time on no invoice, of archived projects too; nothing while the module `projects` is off.',
      },
    ),
    longest_overdue: Type.Array(InvoiceSummary, { maxItems: MOST_INVOICES, description: 'The longest first.' }),
    projects_over_budget: Type.Object(
      {
        total: Type.Integer(),
        projects: Type.Array(ProjectOverBudget, {
          maxItems: MOST_PROJECTS,
          description: 'The highest percentage of the budget first.',
        }),
      },
      {
        additionalProperties: false,
        description:
          'Projects with more hours or revenue than their budget, but for archived, completed and cancelled ones; none while the module `projects` is off.',
      },
    ),
  },
  { title: 'Overview', additionalProperties: false },
)
export type Overview = Static<typeof Overview>

const { id, public_id, title } = projectExample

export const overviewExample: Overview = {
  today: '2026-03-20',
  currencies: [
    {
      currency: 'EUR',
      outstanding: 12_480.5,
      overdue: 580,
      overdue_by_age: [580, 0, 0, 0],
      paid_by_month: [
        ...['2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12'].map((month) => ({
          month,
          amount: 0,
        })),
        { month: '2026-01', amount: 4_200 },
        { month: '2026-02', amount: 8_769.6 },
        { month: '2026-03', amount: 1_250 },
      ],
    },
  ],
  drafts: { count: 2, amounts: [{ currency: 'EUR', amount: 1_740 }] },
  quotes_waiting: { count: 1, amounts: [{ currency: 'EUR', amount: 5_800 }] },
  unbilled: { minutes: 2505, amount: 3757.5, currency: 'EUR', minutes_without_rate: 0 },
  longest_overdue: [{ ...invoiceSummaryExample, status: 'overdue' }],
  projects_over_budget: {
    total: 1,
    projects: [{ id, public_id, title, total_hours: 131.5, budget_hours: 120, total_revenue: 10_300, budget_amount: 10_800 }],
  },
}
