// From a row's values to an object.

/**
 * A function that makes an object of a row's values. The driver's own objects are slow, without a fixed shape: a literal with
 * the statement's columns takes a third off the cost of a GET (decisions/005-storage.md). The names are those of our own statements.
 */
export function rowMaker(columns: readonly string[]): (values: unknown[]) => object {
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: values[${index}]`)
  return new Function('values', `return { ${fields.join(', ')} }`) as (values: unknown[]) => object
}
