import type { ReactNode } from 'react'
import { inWords } from '../app/labels.ts'
import type { Problem } from './formats.ts'

/** The problems of an e-invoice, each with its sentence, the rule that it breaks, and what `fix` has for it. */
export function Problems({ problems, fix }: { problems: readonly Problem[]; fix?: (problem: Problem) => ReactNode }) {
  return (
    <ul aria-label="Problems" className="space-y-3">
      {problems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same rule may be broken twice, and the list is never reordered
        <li key={`${problem.code} ${index}`} className="border-l-2 border-line-strong pl-3">
          <p className="wrap-anywhere">{inWords({ error: problem.message, code: problem.code })}</p>
          <p className="flex flex-wrap items-baseline gap-x-3 text-[13px] text-soft">
            <code className="wrap-anywhere">{problem.code}</code>
            {problem.severity === 'warning' && <span>Only a warning</span>}
            {fix?.(problem)}
          </p>
        </li>
      ))}
    </ul>
  )
}
