import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Status } from '../ui/badge.tsx'
import { date, dateTime } from '../ui/format.ts'
import { Facts, PageHeader } from '../ui/list.tsx'
import { detailsOf } from './details.ts'
import { type AnyDocument, KINDS, kindAndNumber } from './kinds.ts'
import { MailTrouble } from './mail-trouble.tsx'
import { Paper } from './paper.tsx'

/**
 * The page of a document: its header with `actions`, the document as it is printed, and beside it the facts and `children`. `facts` are those of
 * its kind: `dated` follows the issue date, `more` the rarely used fields, and `origin` says what
 * made it.
 */
export function DocumentPage({
  document,
  actions,
  downloads,
  facts,
  children,
}: {
  document: AnyDocument
  actions: ReactNode
  /** Other files than the PDF. */
  downloads?: ReactNode
  facts: {
    dated: readonly [string, ReactNode]
    more: readonly [string, ReactNode]
    origin?: readonly [string, ReactNode] | undefined
  }
  children: ReactNode
}) {
  const { kind, number } = kindAndNumber(document)
  return (
    <>
      <PageHeader title={number} detail={<Status value={document.status} />}>
        {actions}
      </PageHeader>
      <MailTrouble id={document.id} />
      <div className="grid items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="space-y-6">
          <Paper key={document.id} document={document} number={number} downloads={downloads} />
        </div>
        <div className="space-y-6">
          <section aria-label={`About the ${KINDS[kind].name}`} className="card p-5">
            <Facts
              facts={[
                [
                  'Customer',
                  <Link
                    key="customer"
                    to="/customers/$id"
                    params={{ id: document.customer_id }}
                    className="text-accent hover:underline"
                  >
                    {document.customer.name}
                  </Link>,
                ],
                ['Issued', date(document.issue_date)],
                facts.dated,
                ...detailsOf(document),
                facts.more,
                ...(facts.origin ? [facts.origin] : []),
                ['Changed', dateTime(document.updated_at)],
              ]}
            />
          </section>
          {children}
        </div>
      </div>
    </>
  )
}
