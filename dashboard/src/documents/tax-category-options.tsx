import { TAX_CATEGORIES } from '../../../server/src/kernel/tax-categories.ts'
import { CATEGORY_NAMES } from './draft-tax.ts'

/** The categories of tax, as the options of a `SelectField`. */
export const TaxCategoryOptions = () =>
  TAX_CATEGORIES.map((category) => (
    <option key={category} value={category}>
      {CATEGORY_NAMES[category]}
    </option>
  ))
