// JSON text of answers and events.

const texts = new WeakMap<object, string>()

/**
 * The JSON text of a shown object. The same object gives the same text without being written again: an invoice that is answered
 * and stored in its event is serialised once, and both are equal to the byte. The object must not be changed afterwards.
 *
 * `JSON.stringify` on purpose: measured twice as fast as a serializer compiled from the schema (decisions/006-json.md).
 */
export function serialize(value: object): string {
  let text = texts.get(value)
  if (text === undefined) {
    text = JSON.stringify(value)
    texts.set(value, text)
  }
  return text
}

/** The same for the last use: a text that is not known yet is not kept. */
export function serializeLast(value: object): string {
  return texts.get(value) ?? JSON.stringify(value)
}

/** An object whose JSON text is known already (stored events are kept as text): `serialize` gives exactly `text`. */
export function fromText(text: string): object {
  const value = {}
  texts.set(value, text)
  return value
}
