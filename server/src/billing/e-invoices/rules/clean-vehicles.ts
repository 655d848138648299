// What XRechnung requires of files that report clean vehicles (CVD), by the German law on their procurement: BR-DE-CVD.
import type { Item } from '../model.ts'
import { CLEAN_VEHICLES } from '../specifications.ts'
import { CLASSIFICATIONS } from './code-lists.ts'
import { filled, lineRule, need, onlyFor, type Rule } from './rule.ts'

/** The list of vehicle categories in BT-158, and the attribute (BT-160) that says how clean one is. */
const LIST = 'CVD'
const ATTRIBUTE = 'cva'
const CATEGORIES = ['M1', 'M2', 'M3', 'N1', 'N2', 'N3']
const KINDS = ['clean', 'zero-emission', 'other']

const vehicles = (item: Item | undefined) => (item?.classifications ?? []).filter(({ scheme }) => scheme === LIST)
const kinds = (item: Item | undefined) => (item?.attributes ?? []).filter(({ name }) => name === ATTRIBUTE)

const rules: Rule[] = [
  need('BR-DE-CVD-01', 'invoice', null, 'A report of clean vehicles needs the number of the contract.', (i) =>
    filled(i.contract_reference),
  ),
  need('BR-DE-CVD-02', 'invoice', null, 'A report of clean vehicles needs the number of the tender.', (i) =>
    filled(i.tender_reference),
  ),
  need(
    'BR-DE-CVD-03',
    'invoice',
    null,
    `A report of clean vehicles needs a line with a vehicle category (list ${LIST}) and the attribute ${ATTRIBUTE}.`,
    ({ lines }) => lines.some(({ item }) => vehicles(item).length > 0 && kinds(item).length > 0),
  ),
  lineRule(
    {
      code: 'BR-DE-CVD-04',
      param: 'items[]',
      message: `The vehicle category is not in the list: write one of ${CATEGORIES.join(', ')}.`,
    },
    ({ item }) => vehicles(item).some(({ value }) => !CATEGORIES.includes(value)),
  ),
  lineRule(
    { code: 'BR-DE-CVD-05', param: 'items[]', message: `The attribute ${ATTRIBUTE} is one of ${KINDS.join(', ')}.` },
    ({ item }) => kinds(item).some(({ value = '' }) => !KINDS.includes(value)),
  ),
  lineRule(
    {
      code: 'BR-DE-CVD-06-a',
      param: 'items[]',
      message: `A line with a vehicle category needs the attribute ${ATTRIBUTE}, once.`,
    },
    ({ item }) => vehicles(item).length > 0 && kinds(item).length !== 1,
  ),
  lineRule(
    {
      code: 'BR-DE-CVD-06-b',
      param: 'items[]',
      message: `A line with the attribute ${ATTRIBUTE} needs a vehicle category, once.`,
    },
    ({ item }) => kinds(item).length > 0 && vehicles(item).length !== 1,
  ),
  lineRule(
    { code: 'BR-TMP-CVD-01', param: 'items[]', message: 'The list of a classification is not in the list of allowed codes.' },
    ({ item }) =>
      (item?.classifications ?? []).some(({ scheme = '' }) => ![LIST, ''].includes(scheme) && !CLASSIFICATIONS.has(scheme)),
  ),
]

/** The rules of such a report, kept by files that do not say that they are one. */
export const cleanVehicleRules: Rule[] = onlyFor(({ specification_id }) => specification_id === CLEAN_VEHICLES, rules)
