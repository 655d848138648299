// How the semantic invoice and an XML syntax correspond: rules in the order of the schema, used for writing and for reading.
//
// A rule is about the child elements of one name. Its target is an object of the model: `text` and `value` fill a field of it, `group` fills
// a field with an object of its own rules, `wrap` is an element that only holds others, and `fixed` always has the same text.

import { childOf, escapeXml, type XmlElement } from '../../kernel/xml.ts'

export interface Rule {
  tag: string
  kind: 'text' | 'value' | 'group' | 'wrap' | 'fixed'
  field: string
  /** The field of the target in which the target of this rule is: see `at`. */
  scope?: string
  /** Makes that object, before anything is read into it. */
  scope_fresh?: () => object
  many?: boolean
  /** Attribute → key: of the value for `value`, of the target for `text`. */
  attributes: Record<string, string>
  /** Attributes that always have the same value. */
  constants: Record<string, string>
  rules: Rule[]
  text: string
  options: RuleOptions
}

interface RuleOptions {
  /** Only elements for which this holds are read by the rule; the next rule of the same name may read the others. */
  when?: (element: SyntaxElement) => boolean
  /** Of several values, only those are written by the rule. */
  only?: (value: { scheme?: string }) => boolean
  /** Written when the target has no value and something else of the same element is written. */
  otherwise?: string
  /** Read, never written: another rule writes the field. */
  is_read_only?: boolean
  /** The same field is in several places of the file; the first one counts. */
  may_repeat?: boolean
  /** A list of the target that further values go to. They still count as unknown, and are never written. */
  again?: string
  /** Does not count as content of the element around it. */
  is_accompanying?: boolean
  /** Written even when it is empty, because the schema demands it. */
  is_always_written?: boolean
  /** The schema demands the element, so it is no fault when it is empty. */
  may_be_empty?: boolean
  /** Between the text of the file and that of the model. */
  read?: (text: string, element: SyntaxElement) => string
  write?: (text: string) => string
  constants?: Record<string, string>
  /** Makes the object that is read into; absent: one without fields. */
  fresh?: () => object
  /** The key of the text in the object that `value` fills, when it is not `value`. */
  key?: string
}

/** Reads a text with the white space around it. */
export const asWritten = (_: string, { element }: SyntaxElement): string => element.raw

/** An element whose name has the prefix that the rules use for its namespace, whatever prefix the file has. */
export interface SyntaxElement {
  tag: string
  element: XmlElement
}

/** The text of the element that `path` leads to by local names, the first of each; '' when there is none. */
export const textAt = ({ element }: SyntaxElement, ...path: string[]): string =>
  path.reduce<XmlElement | undefined>(childOf, element)?.text ?? ''

type Keys<T, V> = { [K in keyof T]-?: NonNullable<T[K]> extends V ? K : never }[keyof T] & string

/** The text of an element is a field of T. `attributes` names fields of T that are attributes of the element. */
export function text<T>(
  tag: string,
  field: Keys<T, string>,
  options: RuleOptions & { attributes?: Record<string, Keys<T, string>> } = {},
): Rule {
  return { ...EMPTY, tag, kind: 'text', field, attributes: options.attributes ?? {}, constants: options.constants ?? {}, options }
}

/** A field of T with a value and what qualifies it: an amount, identifier or quantity. `attributes`: attribute → key of the value. */
export function value<T>(
  tag: string,
  field: Keys<T, object>,
  attributes: Record<string, string>,
  options: RuleOptions = {},
): Rule {
  return { ...EMPTY, tag, kind: 'value', field, attributes, constants: options.constants ?? {}, options }
}

/** The same for a field that is a list. */
export function values<T>(
  tag: string,
  field: Keys<T, object[]>,
  attributes: Record<string, string>,
  options: RuleOptions = {},
): Rule {
  return { ...EMPTY, tag, kind: 'value', many: true, field, attributes, options }
}

/** An element is an object in a field of T. */
export function group<T>(tag: string, field: Keys<T, object>, rules: Rule[], options: RuleOptions = {}): Rule {
  return { ...EMPTY, tag, kind: 'group', field, rules, options }
}

/** Each element of the name is an object of a list in a field of T. */
export function groups<T>(tag: string, field: Keys<T, object[]>, rules: Rule[], options: RuleOptions = {}): Rule {
  return { ...EMPTY, tag, kind: 'group', many: true, field, rules, options }
}

/** An element that only holds others. It is written when one of them is. */
export function wrap(tag: string, rules: Rule[], options: RuleOptions = {}): Rule {
  return { ...EMPTY, tag, kind: 'wrap', rules, options }
}

/** An element that has the same text wherever it is written. It does not count as content of the element around it. */
export function fixed(tag: string, content: string): Rule {
  return { ...EMPTY, tag, kind: 'fixed', text: content }
}

/** These elements are next to others of the file, and their fields in an object of the model that `scope_fresh` makes. */
export function at<T>(scope: Keys<T, object>, rules: Rule[], scope_fresh: () => object = () => ({})): Rule[] {
  return rules.map((rule) => ({ ...rule, scope, scope_fresh }))
}

const EMPTY = { field: '', attributes: {}, constants: {}, rules: [], text: '', options: {} }

/** What a file has that the model does not know. Paths have the prefixes of the rules; at most 100 of each. */
export interface Leftovers {
  /** Elements that the model has no term for, or that are there more often than the standard allows: `cac:Party/cbc:WebsiteURI (line 12)`. */
  unknown: string[]
  /** Elements without text, children and attributes. */
  empty: string[]
}

/** Reads the children of an element into `target`. `prefixes`: namespace → prefix of the rules. */
export function readInto(target: object, element: XmlElement, rules: Rule[], prefixes: Record<string, string>): Leftovers {
  const leftovers: Leftovers = { unknown: [], empty: [] }
  const note = (list: string[], path: string, at_element: XmlElement) => {
    if (list.length < 100) list.push(`${path} (line ${at_element.line})`)
  }
  const readChildren = (into: Target, parent: XmlElement, parent_rules: Rule[], path: string): void => {
    for (const child of parent.children) {
      const found: SyntaxElement = { tag: `${prefixes[child.namespace] ?? '?'}:${child.name}`, element: child }
      const child_path = path ? `${path}/${found.tag}` : found.tag
      const rule = parent_rules.find(({ tag, options }) => tag === found.tag && (options.when?.(found) ?? true))
      if (isEmpty(child) && !rule?.options.may_be_empty) note(leftovers.empty, child_path, child)
      if (rule && readOne(scopeOf(into, rule), found, rule, child_path)) continue
      note(leftovers.unknown, child_path, child)
      noteEmpty(child, child_path)
    }
  }
  /** What is empty further down in an element that is not read. */
  const noteEmpty = (parent: XmlElement, path: string): void => {
    for (const child of parent.children) {
      const child_path = `${path}/${prefixes[child.namespace] ?? '?'}:${child.name}`
      if (isEmpty(child)) note(leftovers.empty, child_path, child)
      noteEmpty(child, child_path)
    }
  }
  /** False when the field has a value already. */
  const readOne = (into: Target, found: SyntaxElement, rule: Rule, path: string): boolean => {
    if (rule.kind === 'fixed') return true
    if (rule.kind === 'wrap') {
      readChildren(into, found.element, rule.rules, path)
      return true
    }
    const { may_repeat = false, again } = rule.options
    const is_taken = !rule.many && into[rule.field] !== undefined
    if (is_taken && again === undefined) return may_repeat
    const read = rule.kind === 'group' ? (rule.options.fresh?.() ?? {}) : readValue(into, found, rule)
    if (rule.many) addTo(into, rule.field, read)
    else if (is_taken) addTo(into, again!, read)
    else into[rule.field] = read
    if (rule.kind === 'group') readChildren(read as Target, found.element, rule.rules, path)
    return !is_taken
  }
  if (isEmpty(element)) note(leftovers.empty, element.name, element)
  readChildren(target as Target, element, rules, '')
  return leftovers
}

const isEmpty = ({ text, children }: XmlElement) => text === '' && children.length === 0

type Target = Record<string, unknown>

function addTo(target: Target, field: string, one: unknown): void {
  const list = target[field]
  if (Array.isArray(list)) list.push(one)
  else target[field] = [one]
}

function scopeOf(target: Target, { scope, scope_fresh }: Rule): Target {
  if (scope === undefined) return target
  target[scope] ??= scope_fresh!()
  return target[scope] as Target
}

function readValue(into: Target, found: SyntaxElement, rule: Rule): unknown {
  const { element } = found
  const content = rule.options.read ? rule.options.read(element.text, found) : element.text
  const qualified: Target = rule.kind === 'text' ? into : { [rule.options.key ?? 'value']: content }
  for (const [attribute, key] of Object.entries(rule.attributes)) {
    const given = element.attributes.get(attribute)
    if (given !== undefined) qualified[key] = given
  }
  return rule.kind === 'text' ? content : qualified
}

/** The elements of `rules` with what `source` has for them, one a line, each line indented by `indent`. */
export function writeChildren(source: object, rules: Rule[], indent: string): string {
  let xml = ''
  for (const rule of rules) xml += writeRule(source as Target, rule, indent)
  return xml
}

function writeRule(source: Target, rule: Rule, indent: string): string {
  const from = rule.scope === undefined ? source : source[rule.scope]
  if (from === undefined || rule.options.is_read_only) return ''
  if (rule.kind === 'fixed') return `${indent}<${rule.tag}>${escapeXml(rule.text)}</${rule.tag}>\n`
  if (rule.kind === 'wrap') {
    if (!rule.options.is_always_written && !hasContent(source, rule)) return ''
    return elementOf(rule, from as Target, '', indent)
  }
  const content = (from as Target)[rule.field] ?? rule.options.otherwise
  if (content === undefined) return ''
  const list = rule.many ? (content as unknown[]) : [content]
  return list
    .filter((one) => rule.options.only?.(one as { scheme?: string }) ?? true)
    .map((one) => writeOne(from as Target, one, rule, indent))
    .join('')
}

function writeOne(from: Target, one: unknown, rule: Rule, indent: string): string {
  if (rule.kind === 'group') return elementOf(rule, one as Target, '', indent)
  const qualified = rule.kind === 'text' ? from : (one as Target)
  let attributes = ''
  for (const [name, constant] of Object.entries(rule.constants)) attributes += ` ${name}="${constant}"`
  for (const [name, key] of Object.entries(rule.attributes)) {
    const given = qualified[key]
    if (given !== undefined) attributes += ` ${name}="${escapeXml(String(given)).replaceAll('\n', ' ')}"`
  }
  const content = rule.kind === 'text' ? (one as string) : ((one as Target)[rule.options.key ?? 'value'] as string)
  const written = escapeXml(rule.options.write?.(content) ?? content)
  return `${indent}<${rule.tag}${attributes}>${written}</${rule.tag}>\n`
}

function elementOf(rule: Rule, source: Target, attributes: string, indent: string): string {
  const inside = writeChildren(source, rule.rules, `${indent}  `)
  if (inside === '') return `${indent}<${rule.tag}${attributes}/>\n`
  return `${indent}<${rule.tag}${attributes}>\n${inside}${indent}</${rule.tag}>\n`
}

/** Whether the model has something for the rule: fixed texts and defaults do not count. */
function hasContent(source: Target, rule: Rule): boolean {
  const from = (rule.scope === undefined ? source : source[rule.scope]) as Target | undefined
  if (from === undefined || rule.kind === 'fixed' || rule.options.is_read_only || rule.options.is_accompanying) return false
  if (rule.kind === 'wrap') return rule.rules.some((inner) => hasContent(from, inner))
  const content = from[rule.field]
  if (content === undefined) return false
  return !rule.many || (content as { scheme?: string }[]).some((one) => rule.options.only?.(one) ?? true)
}
