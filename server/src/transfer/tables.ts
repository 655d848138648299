// What an export holds: every table with its columns, its key and whom its rows belong to, parents before children. A table that is neither
// here nor in LEFT_OUT fails to compile, and fails the test that compares both with the schema itself.
import type { DocumentColumns, LineItemsTable, Tables } from '../database/tables.ts'

/** How a column's values are written: `text` and `boolean` as such, `integer` and `real` as JSON numbers; with `?` also null. */
export type ColumnType = `${'text' | 'integer' | 'real' | 'boolean'}${'' | '?'}`

/** A row of any table. */
export type Row = Record<string, unknown>

type TypeOf<V> = [V] extends [boolean] ? 'boolean' : [V] extends [number] ? 'integer' | 'real' : 'text'
type Columns<R> = { [C in keyof R]-?: null extends R[C] ? `${TypeOf<NonNullable<R[C]>>}?` : TypeOf<R[C]> }

export interface TransferTable {
  name: keyof Tables
  columns: Readonly<Record<string, ColumnType>>
  /** The primary key: the order of the rows in an export. */
  key: readonly string[]
  /** The column that says whom a row belongs to; `database` for what belongs to no organization. */
  owner: { of: 'organization' | 'company'; column: string } | { of: 'database' }
  /** Refers to another row of the table, with the same values in `within`. It is filled in once all rows of these are there. */
  parent?: { column: string; within: readonly string[] }
  /** Written as null: what holds on the machine it was stored on alone. */
  cleared?: readonly string[]
}

function table<T extends keyof Tables>(
  name: T,
  key: readonly (keyof Tables[T] & string)[],
  columns: Columns<Tables[T]>,
  more: Partial<TransferTable> = {},
): TransferTable & { name: T } {
  const owner = { of: 'company', column: 'company_id' } as const
  return { name, key, columns: columns as Record<string, ColumnType>, owner, ...more } as TransferTable & { name: T }
}

const OF_ORGANIZATION = { owner: { of: 'organization', column: 'organization_id' } } as const

const LINE_ITEMS: Columns<LineItemsTable> = {
  company_id: 'text',
  document_id: 'text',
  sort_order: 'integer',
  id: 'text',
  name: 'text',
  description: 'text',
  quantity: 'text',
  unit: 'text',
  unit_price: 'text',
  subtotal: 'integer',
  total: 'integer',
}

const DOCUMENT: Columns<DocumentColumns> = {
  company_id: 'text',
  customer_id: 'text',
  issue_date: 'text',
  currency: 'text',
  subtotal: 'integer',
  discount_type: 'text?',
  discount_value: 'text?',
  discount_amount: 'integer',
  subtotal_after_discount: 'integer',
  tax_rate: 'text',
  tax_id: 'text',
  tax_amount: 'integer',
  total: 'integer',
  notes: 'text',
  payment_terms: 'text',
  public_token: 'text',
  created_at: 'text',
  updated_at: 'text',
  deleted_at: 'text?',
}

const ALL = [
  table(
    'organizations',
    ['id'],
    { id: 'text', name: 'text', created_at: 'text' },
    { owner: { of: 'organization', column: 'id' } },
  ),
  table(
    'users',
    ['organization_id', 'id'],
    {
      organization_id: 'text',
      id: 'text',
      name: 'text',
      email: 'text',
      password_hash: 'text?',
      role: 'text',
      created_at: 'text',
    },
    OF_ORGANIZATION,
  ),
  table(
    'password_links',
    ['token_hash'],
    {
      token_hash: 'text',
      organization_id: 'text',
      user_id: 'text',
      created_at: 'text',
      expires_at: 'text',
      used_at: 'text?',
    },
    OF_ORGANIZATION,
  ),
  table(
    'companies',
    ['id'],
    {
      id: 'text',
      organization_id: 'text',
      name: 'text',
      slug: 'text',
      currency: 'text',
      invoice_prefix: 'text',
      quote_prefix: 'text',
      logo_url: 'text?',
      created_at: 'text',
    },
    OF_ORGANIZATION,
  ),
  table('company_modules', ['company_id', 'module'], { company_id: 'text', module: 'text', is_enabled: 'boolean' }),
  table(
    'api_keys',
    ['id'],
    {
      id: 'text',
      organization_id: 'text',
      user_id: 'text',
      name: 'text',
      key_prefix: 'text',
      token_hash: 'text',
      level: 'text',
      all_companies: 'boolean',
      is_active: 'boolean',
      created_at: 'text',
      revoked_at: 'text?',
      last_used_at: 'text?',
    },
    OF_ORGANIZATION,
  ),
  table('api_key_companies', ['company_id', 'api_key_id'], { company_id: 'text', api_key_id: 'text' }),
  table(
    'audit_log',
    ['organization_id', 'sequence'],
    {
      organization_id: 'text',
      sequence: 'integer',
      created_at: 'text',
      request_id: 'text',
      api_key_id: 'text?',
      key_prefix: 'text?',
      company_id: 'text?',
      method: 'text',
      path: 'text',
      status: 'integer',
      duration_ms: 'real',
      ip_address: 'text',
      user_agent: 'text?',
      hash: 'text',
    },
    OF_ORGANIZATION,
  ),
  table('audit_heads', ['organization_id'], { organization_id: 'text', sequence: 'integer', hash: 'text' }, OF_ORGANIZATION),
  table('idempotency_keys', ['company_id', 'api_key_id', 'idempotency_key'], {
    company_id: 'text',
    api_key_id: 'text',
    idempotency_key: 'text',
    fingerprint: 'text',
    status: 'integer',
    body: 'text',
    created_at: 'text',
  }),
  table('event_heads', ['company_id'], { company_id: 'text', sequence: 'integer', created_at: 'text' }),
  table('events', ['company_id', 'id'], {
    company_id: 'text',
    id: 'text',
    type: 'text',
    created_at: 'text',
    resource_type: 'text',
    resource_id: 'text',
    data: 'text',
    is_test: 'boolean',
  }),
  table('number_counters', ['company_id', 'kind', 'year'], {
    company_id: 'text',
    kind: 'text',
    year: 'text',
    last_number: 'integer',
  }),
  table('list_counts', ['company_id', 'list', 'filter'], {
    company_id: 'text',
    list: 'text',
    filter: 'text',
    count: 'integer',
    marks: 'integer',
  }),
  table('list_marks', ['company_id', 'list', 'filter', 'created_at', 'id'], {
    company_id: 'text',
    list: 'text',
    filter: 'text',
    created_at: 'text',
    id: 'text',
    count: 'integer',
  }),
  table('customers', ['company_id', 'id'], {
    company_id: 'text',
    id: 'text',
    name: 'text',
    slug: 'text',
    contact_email: 'text',
    contact_phone: 'text',
    country: 'text',
    city: 'text',
    currency: 'text',
    status: 'text',
    legal_name: 'text',
    legal_address: 'text',
    legal_vat: 'text',
    zipcode: 'text',
    notes: 'text',
    search_text: 'text',
    created_at: 'text',
    updated_at: 'text',
    deleted_at: 'text?',
  }),
  table('invoices', ['company_id', 'id'], {
    ...DOCUMENT,
    id: 'text',
    invoice_number: 'text',
    status: 'text',
    due_date: 'text',
    amount_paid: 'integer',
    amount_due: 'integer',
  }),
  table('invoice_items', ['company_id', 'document_id', 'sort_order'], LINE_ITEMS),
  table('payments', ['company_id', 'invoice_id', 'id'], {
    company_id: 'text',
    invoice_id: 'text',
    id: 'text',
    amount: 'integer',
    paid_at: 'text',
    method: 'text',
    reference: 'text',
    is_from_status: 'boolean',
    created_at: 'text',
    deleted_at: 'text?',
  }),
  table('quotes', ['company_id', 'id'], {
    ...DOCUMENT,
    id: 'text',
    quote_number: 'text',
    status: 'text',
    valid_until: 'text',
    invoice_id: 'text?',
  }),
  table('quote_items', ['company_id', 'document_id', 'sort_order'], LINE_ITEMS),
  table('projects', ['company_id', 'id'], {
    company_id: 'text',
    id: 'text',
    public_id: 'text',
    customer_id: 'text?',
    title: 'text',
    description: 'text',
    status: 'text',
    priority: 'text',
    start_date: 'text?',
    due_date: 'text?',
    billing_type: 'text',
    budget_hours: 'text?',
    budget_amount: 'text?',
    hourly_rate: 'text?',
    progress_percentage: 'integer',
    is_archived: 'boolean',
    assigned_to: 'text',
    created_by: 'text',
    completed_at: 'text?',
    metadata: 'text',
    public_token: 'text',
    search_text: 'text',
    created_at: 'text',
    updated_at: 'text',
    deleted_at: 'text?',
  }),
  table('project_figures', ['company_id', 'project_id'], {
    company_id: 'text',
    project_id: 'text',
    tasks_count: 'integer',
    completed_tasks: 'integer',
    minutes: 'integer',
    unrated_minutes: 'integer',
    own_revenue: 'text',
    task_revenue: 'text',
    cost: 'text',
  }),
  table(
    'tasks',
    ['company_id', 'project_id', 'id'],
    {
      company_id: 'text',
      project_id: 'text',
      id: 'text',
      public_id: 'text',
      parent_task_id: 'text?',
      assigned_to: 'text?',
      created_by: 'text',
      title: 'text',
      description: 'text',
      status: 'text',
      priority: 'text',
      estimated_hours: 'text?',
      start_date: 'text?',
      due_date: 'text?',
      completed_at: 'text?',
      is_billable: 'boolean',
      hourly_rate: 'text?',
      position: 'integer',
      tags: 'text',
      metadata: 'text',
      unrated_minutes: 'integer',
      search_text: 'text',
      created_at: 'text',
      updated_at: 'text',
      deleted_at: 'text?',
    },
    { parent: { column: 'parent_task_id', within: ['company_id', 'project_id'] } },
  ),
  table('task_dependencies', ['company_id', 'project_id', 'task_id', 'sort_order'], {
    company_id: 'text',
    project_id: 'text',
    task_id: 'text',
    sort_order: 'integer',
    depends_on_task_id: 'text',
  }),
  table('time_entries', ['company_id', 'project_id', 'id'], {
    company_id: 'text',
    project_id: 'text',
    id: 'text',
    task_id: 'text?',
    user_id: 'text',
    start_time: 'text',
    end_time: 'text?',
    duration_minutes: 'integer',
    is_running: 'boolean',
    description: 'text',
    is_billable: 'boolean',
    hourly_rate: 'text?',
    internal_cost_rate: 'text?',
    invoiced: 'boolean',
    invoice_id: 'text?',
    metadata: 'text',
    created_at: 'text',
    updated_at: 'text',
    deleted_at: 'text?',
  }),
  table('webhook_endpoints', ['company_id', 'id'], {
    company_id: 'text',
    id: 'text',
    url: 'text',
    description: 'text',
    enabled_events: 'text',
    earlier_filters: 'text',
    status: 'text',
    disabled_reason: 'text?',
    secrets: 'text',
    fanned_out_to: 'integer',
    failing_since_ms: 'integer?',
    failed_at_ms: 'integer?',
    created_at: 'text',
    updated_at: 'text',
    deleted_at: 'text?',
  }),
  table(
    'webhook_deliveries',
    ['company_id', 'webhook_endpoint_id', 'event_id'],
    {
      company_id: 'text',
      webhook_endpoint_id: 'text',
      event_id: 'text',
      id: 'text',
      event_type: 'text',
      status: 'text',
      tries: 'integer',
      attempt_count: 'integer',
      attempts: 'text',
      due_at_ms: 'integer?',
      lease: 'text?',
      created_at: 'text',
    },
    // Whoever held it is no server of the database that this goes to: the delivery is due when the lease would have ended.
    { cleared: ['lease'] },
  ),
  table('webhook_clock', ['id'], { id: 'integer', steady_ms: 'integer' }, { owner: { of: 'database' } }),
] as const

/** The tables that no export holds, and why. */
export const LEFT_OUT: Readonly<Record<Exclude<keyof Tables, (typeof ALL)[number]['name']>, string>> = {
  migrations: 'each database keeps its own; the first line of an export names them',
  leaderships: 'which process does the background work is about the processes of one database',
  vault_keys: 'the key in use is that of the server; whether it opens what was sealed is looked at when it starts',
}

/** The tables of an export in their order. */
export const TRANSFER_TABLES: readonly TransferTable[] = ALL

/** The tables of an export of one organization: without what belongs to the database as a whole. */
export const ORGANIZATION_TABLES = TRANSFER_TABLES.filter((one) => one.owner.of !== 'database')
