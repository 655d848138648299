// All that is kept with rows and could differ from them: a resource whose figures are not here is never checked.
import { creditNoteFigures, refundFigures } from '../../billing/credit-notes/kept-figures.ts'
import { customerFigures } from '../../billing/customers/kept-figures.ts'
import { invoiceFigures } from '../../billing/invoices/kept-figures.ts'
import { paymentFigures } from '../../billing/payments/kept-figures.ts'
import { quoteFigures } from '../../billing/quotes/kept-figures.ts'
import { recurringInvoiceFigures } from '../../billing/recurring-invoices/kept-figures.ts'
import { checkOf, type FigureCheck } from '../../figures/check.ts'
import { projectCounts } from '../../work/projects/kept-figures.ts'
import { taskFigures } from '../../work/tasks/kept-figures.ts'
import { timeFigures } from '../../work/time-entries/kept-figures.ts'
import { checkProjects } from '../../work/time-entries/project-check.ts'

const ALL_FIGURES = [
  customerFigures,
  invoiceFigures,
  quoteFigures,
  creditNoteFigures,
  refundFigures,
  recurringInvoiceFigures,
  paymentFigures,
  projectCounts,
  taskFigures,
  timeFigures,
] as const

export const ALL_CHECKS: readonly FigureCheck[] = [...ALL_FIGURES.map((figures) => checkOf(figures)), checkProjects]
