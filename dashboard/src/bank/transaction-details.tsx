import { Link } from '@tanstack/react-router'
import { messageOf } from '../app/api.ts'
import { useApi, useMay } from '../app/session.ts'
import { useSaved } from '../ui/around.ts'
import { Badge, Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError } from '../ui/field.tsx'
import { date, money, words } from '../ui/format.ts'
import { Facts } from '../ui/list.tsx'
import { useLock } from '../ui/lock.ts'
import { Bones, Trouble } from '../ui/states.tsx'
import { MatchForm } from './match-form.tsx'
import { type BankTransaction, effectOf, partyOf, type Suggestion, stateOf, titleOf } from './transaction.ts'
import { accepting, useIgnore, useMatch, useUnmatch } from './use-bank.ts'

/** A transaction beside the list: what the statement says, what it is or may be matched to, and what can be done with it. */
export function TransactionDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: one, error } = useApi('/v1/bank-transactions/{id}', { path: { id } })
  return (
    <Dialog kind="side" title={one ? partyOf(one) : 'Transaction'} onClose={onClose}>
      {error ? <Trouble error={error} /> : one ? <Details one={one} /> : <Bones lines={8} />}
    </Dialog>
  )
}

function Details({ one }: { one: BankTransaction }) {
  const may_write = useMay('write')
  const match = useMatch()
  const typed = useMatch(useSaved())
  const ignore = useIgnore()
  const unmatch = useUnmatch()
  const is_locked = useLock([match, typed, ignore, unmatch].some(({ isPending }) => isPending))
  const error = match.error ?? ignore.error ?? unmatch.error
  const is_open = one.status === 'unmatched'
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Status value={stateOf(one)} />
        <span className="figures text-lg font-medium">{money(one.amount, one.currency)}</span>
      </div>
      {one.text && <p className="wrap-anywhere">{one.text}</p>}
      <Facts facts={factsOf(one)} />
      {error && <FormError>{messageOf(error)}</FormError>}
      {one.matches.length > 0 && <Matches one={one} />}
      {is_open && one.suggestions.length > 0 && (
        <section aria-labelledby="suggestions" className="space-y-3">
          <h3 id="suggestions">Suggestions</h3>
          <ul className="space-y-3">
            {one.suggestions.map((suggestion) => (
              <SuggestionCard
                key={titleOf(suggestion) + suggestion.amount}
                suggestion={suggestion}
                currency={one.currency}
                may_write={may_write}
                is_locked={is_locked}
                onAccept={() => match.mutate(accepting(one.id, suggestion))}
              />
            ))}
          </ul>
        </section>
      )}
      {is_open && may_write && one.amount > 0 && (
        <MatchForm key={one.amount_left} one={one} match={typed} is_locked={is_locked} />
      )}
      {may_write && (
        <div className="flex flex-wrap gap-2">
          {is_open && (
            <Button disabled={is_locked} onClick={() => ignore.mutate(one.id)}>
              Ignore
            </Button>
          )}
          {(one.status === 'ignored' || one.matches.length > 0) && (
            <Button disabled={is_locked} onClick={() => unmatch.mutate({ id: one.id })}>
              {one.matches.length === 0 ? 'Restore' : one.matches.length === 1 ? 'Unmatch' : 'Unmatch all'}
            </Button>
          )}
        </div>
      )}
      <div>
        <p className="mb-1 text-[13px] font-medium">Transaction id</p>
        <CopyField value={one.id} label="the transaction id" />
      </div>
    </div>
  )
}

/** What the statement says, where it says something. */
function factsOf(one: BankTransaction): (readonly [string, string])[] {
  const all: (readonly [string, string])[] = [
    ['Booked', date(one.booked_date)],
    [one.amount < 0 ? 'To' : 'From', one.name],
    ['Account', one.iban],
    ['Reference', one.reference],
    ['Original amount', one.foreign_amount],
    ['Return reason', one.return_reason],
    ['Note', one.note],
    ['Left to match', one.matches.length > 0 && one.amount_left > 0 ? money(one.amount_left, one.currency) : ''],
  ]
  return all.filter(([, value]) => value !== '')
}

function Matches({ one }: { one: BankTransaction }) {
  return (
    <section aria-labelledby="matches" className="space-y-2">
      <h3 id="matches">Matched to</h3>
      <ul className="space-y-2">
        {one.matches.map((match) => (
          <li key={match.payment_id ?? match.refund_id} className="rounded-[7px] border border-line p-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              {match.credit_note_id === null ? (
                <Link to="/invoices/$id" params={{ id: match.invoice_id }} className="text-accent hover:underline">
                  {words(match.kind)}: view invoice
                </Link>
              ) : (
                <Link to="/credit-notes/$id" params={{ id: match.credit_note_id }} className="text-accent hover:underline">
                  Refund: view credit note
                </Link>
              )}
              <span className="figures">{money(match.amount, one.currency)}</span>
            </div>
            {match.reason !== '' && (
              <p className="mt-1 text-[13px] wrap-anywhere text-soft">
                {match.is_automatic ? 'Matched automatically: ' : ''}
                {match.reason}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function SuggestionCard({
  suggestion,
  currency,
  may_write,
  is_locked,
  onAccept,
}: {
  suggestion: Suggestion
  currency: string
  may_write: boolean
  is_locked: boolean
  onAccept: () => void
}) {
  return (
    <li className="rounded-[7px] border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium wrap-anywhere">{titleOf(suggestion)}</span>
        <Badge tone={suggestion.score >= LIKELY ? 'ok' : 'neutral'}>
          {suggestion.score >= LIKELY ? 'Likely match' : 'Possible match'}
        </Badge>
      </div>
      <ul className="mt-1 list-disc pl-5 text-[13px] text-soft">
        {suggestion.reasons.map((reason) => (
          <li key={reason} className="wrap-anywhere">
            {reason}
          </li>
        ))}
      </ul>
      {may_write && (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <Button look="primary" disabled={is_locked} aria-label={`Accept ${titleOf(suggestion)}`} onClick={onAccept}>
            Accept
          </Button>
          <span className="text-[13px] text-soft">{effectOf(suggestion, currency)}</span>
        </div>
      )}
    </li>
  )
}

/** From this score on number and amount fit. */
const LIKELY = 80
