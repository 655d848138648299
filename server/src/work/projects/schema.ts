import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { DateString, Decimal, Id, Metadata, Name, Nullable, StringEnum, Text } from '../../http/schema.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { type Figures, type ShownFigures, showFigures } from './figures.ts'
import { type ProjectsTable, projects } from './table.ts'

export const PROJECT_STATUSES = ['draft', 'in_progress', 'on_hold', 'review', 'completed', 'cancelled'] as const
/** Of projects and of tasks. */
export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const
const BILLING_TYPES = ['time_based', 'fixed_price', 'mixed'] as const

/** Members that a project is assigned to at most. */
const MOST_ASSIGNED = 100

const NullableText = (description: string) => Nullable(Type.String({ description }))
const NullableNumber = (description: string) => Nullable(Type.Number({ description }))

/** A project, alone and in a list. */
export const Project = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `pro_…`.' }),
    public_id: Type.String({ description: '`PRO-{YEAR}-{COUNTER}`, by the year of creation, never reused.' }),
    company_id: Type.String(),
    customer_id: NullableText('The customer who is billed.'),
    title: Type.String(),
    description: Type.String(),
    status: StringEnum(PROJECT_STATUSES, { title: 'ProjectStatus' }),
    priority: StringEnum(PRIORITIES, { title: 'Priority' }),
    start_date: Nullable(Type.String({ format: 'date' })),
    due_date: Nullable(Type.String({ format: 'date' })),
    billing_type: StringEnum(BILLING_TYPES, { title: 'BillingType' }),
    budget_hours: NullableNumber('Budget in hours.'),
    budget_amount: NullableNumber('Budget in the currency of the company.'),
    hourly_rate: NullableNumber('Rate of billable time for which neither its entry nor its task has one.'),
    progress_percentage: Type.Integer({ description: 'As it was set, 0 to 100.' }),
    is_archived: Type.Boolean(),
    customer_name: Type.String({ description: "The customer's name as it is now; empty without one." }),
    total_hours: Type.Number({ description: 'Σ minutes of the time entries / 60. A running entry counts 0 until it stops.' }),
    total_revenue: Type.Number({
      description: "Σ over billable time of hours × rate: the entry's, else its task's, else the project's.",
    }),
    total_cost: Type.Number({ description: 'Σ hours × internal_cost_rate.' }),
    profit: Type.Number({ description: 'total_revenue − total_cost.' }),
    tasks_count: Type.Integer(),
    completed_tasks: Type.Integer(),
    assigned_to: Type.Array(Type.String(), { description: 'User ids.' }),
    created_by: Type.String({ description: 'User id.' }),
    completed_at: Nullable(
      Type.String({ format: 'date-time', description: 'When its status became `completed`; null in any other.' }),
    ),
    metadata: Metadata({ description: 'Whatever the client keeps here.' }),
    public_token: Type.String({ description: 'A secret of this project that no one can guess.' }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time', description: 'When one of its own fields was changed last.' }),
  },
  { title: 'Project', additionalProperties: false },
)
export type Project = Static<typeof Project>

/** A rate, a budget or hours in a request: 0 or more; null clears it. */
export const Measure = (description: string) => Type.Optional(Nullable(Decimal({ minimum: 0, description })))

const inputFields = {
  description: Type.Optional(Nullable(Text(10_000))),
  customer_id: Type.Optional(Nullable(Id('cus', { description: 'The customer of the project. Billing its time needs one.' }))),
  assigned_to: Type.Optional(
    Nullable(Type.Array(Id('usr'), { maxItems: MOST_ASSIGNED, description: 'Ids of members of the organization, each once.' })),
  ),
  status: Type.Optional(
    StringEnum(PROJECT_STATUSES, {
      title: 'ProjectStatus',
      description: 'Any status may follow any other; `completed` sets completed_at.',
    }),
  ),
  priority: Type.Optional(StringEnum(PRIORITIES, { title: 'Priority' })),
  start_date: Type.Optional(Nullable(DateString())),
  due_date: Type.Optional(Nullable(DateString({ description: 'It may be before start_date.' }))),
  billing_type: Type.Optional(StringEnum(BILLING_TYPES, { title: 'BillingType' })),
  budget_hours: Measure('Budget in hours.'),
  budget_amount: Measure('Budget in the currency of the company.'),
  hourly_rate: Measure('Rate of billable time for which neither its entry nor its task has one.'),
  progress_percentage: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  is_archived: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(Nullable(Metadata({ description: 'Replaces all of it.' }))),
}

export const CreateProject = Type.Object(
  { title: Name(), ...inputFields },
  { title: 'CreateProject', additionalProperties: false },
)
export type CreateProject = Static<typeof CreateProject>

export const UpdateProject = Type.Object(
  { title: Type.Optional(Name()), ...inputFields },
  { title: 'UpdateProject', additionalProperties: false },
)
export type UpdateProject = Static<typeof UpdateProject>

/** A project as stored: its row and figures, with the columns of its customer and company that answers show. */
export interface ProjectRow extends ProjectsTable, Figures {
  customer_name: string | null
  /** The company's currency. */
  currency: string
}

const presentWithFigures = presenter<ProjectRow & ShownFigures>()(Project, projects, {
  customer_name: (row) => row.customer_name ?? '',
  total_hours: (row) => row.total_hours,
  total_revenue: (row) => row.total_revenue,
  total_cost: (row) => row.total_cost,
  profit: (row) => row.profit,
  tasks_count: (row) => row.tasks_count,
  completed_tasks: (row) => row.completed_tasks,
})

/** Shows a project. */
export const presentProject = (row: ProjectRow): Project =>
  presentWithFigures({ ...row, ...showFigures(row, row.hourly_rate, currencyDigits(row.currency)) })

export const projectExample: Project = {
  id: 'pro_01kb3m8q5st4w6y8z0b2d4f6h8',
  public_id: 'PRO-2026-000003',
  company_id: 'com_01kb3m8q5sxk2n4v7c9e1g3j5m',
  customer_id: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2',
  title: 'New web shop',
  description: 'Design, build and launch',
  status: 'in_progress',
  priority: 'high',
  start_date: '2026-02-01',
  due_date: '2026-06-30',
  billing_type: 'time_based',
  budget_hours: 120,
  budget_amount: 10800,
  hourly_rate: 90,
  progress_percentage: 35,
  is_archived: false,
  customer_name: 'Lindqvist & Sons AB',
  total_hours: 41.75,
  total_revenue: 3757.5,
  total_cost: 1670,
  profit: 2087.5,
  tasks_count: 8,
  completed_tasks: 3,
  assigned_to: ['usr_01kb3m8q5sq2v7p3x1w9d4e6rt'],
  created_by: 'usr_01kb3m8q5sq2v7p3x1w9d4e6rt',
  completed_at: null,
  metadata: { contract: '2026-17' },
  public_token: 'QW5vdGhlclJhbmRvbVRva2VuRm9yWW91',
  created_at: '2026-01-28T09:30:00.000Z',
  updated_at: '2026-02-20T14:05:00.000Z',
}
