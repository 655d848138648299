// What is counted of customers.
import { COMPANY } from '../../figures/cells.ts'
import { defineFigures } from '../../figures/figures.ts'
import { customers } from './table.ts'

export const customerFigures = defineFigures({ table: customers, scopes: [COMPANY], is_marked: true })
