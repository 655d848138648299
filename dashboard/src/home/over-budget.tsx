import { Link } from '@tanstack/react-router'
import { useDesk } from '../app/session.ts'
import { money, number } from '../ui/format.ts'
import { Bone } from '../ui/states.tsx'
import type { Overview } from './overview.ts'

type Over = Overview['projects_over_budget']

/** The projects that took more hours or money than they may. */
export function OverBudget({ projects }: { projects: Over | undefined }) {
  const { company } = useDesk()
  return (
    <section aria-labelledby="budget" className="card p-5">
      <h2 id="budget" className="mb-3">
        Projects over their budget
      </h2>
      <ul className="space-y-2.5">
        {projects ? (
          projects.projects.map((one) => (
            <li key={one.id}>
              <Link to="/projects/$id" params={{ id: one.id }} className="block truncate font-medium hover:underline">
                {one.title}
              </Link>
              <span className="figures text-[13px] text-danger">
                {one.budget_hours !== null && one.total_hours > one.budget_hours
                  ? `${number(one.total_hours)} of ${number(one.budget_hours)} hours`
                  : `${money(one.total_revenue, company.currency)} of ${money(one.budget_amount ?? 0, company.currency)}`}
              </span>
            </li>
          ))
        ) : (
          <li>
            <Bone />
          </li>
        )}
        {projects?.total === 0 && <li className="text-soft">None of the projects in progress.</li>}
        {projects && projects.total > projects.projects.length && (
          <li className="text-[13px] text-soft">and {projects.total - projects.projects.length} more</li>
        )}
      </ul>
    </section>
  )
}
