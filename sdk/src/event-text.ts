// Events as the text that the server sent. JSON.parse would move keys that look like numbers and round long numbers: the forwarded and
// signed bytes must be the stored ones, so they are cut out of the text.

/** The texts of the elements of a JSON array, or of the members of an object with their keys. `json` must be valid. */
function partsOf(json: string): string[] {
  const parts: string[] = []
  let start = json.search(/[[{]/) + 1
  let depth = 0
  for (let at = start; ; at++) {
    const character = json[at]
    if (character === '"') at = endOfString(json, at)
    else if (character === '{' || character === '[') depth++
    else if (depth > 0 && (character === '}' || character === ']')) depth--
    else if (depth === 0 && (character === ',' || character === '}' || character === ']')) {
      const part = json.slice(start, at).trim()
      if (part !== '') parts.push(part)
      if (character !== ',') return parts
      start = at + 1
    } else if (character === undefined) throw new SyntaxError('The JSON text ends too early')
  }
}

/** The index of the closing quote of the string that starts at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  throw new SyntaxError('The JSON text ends in a string')
}

/** The text of each member of a JSON object by its key. */
function membersOf(json: string): Map<string, string> {
  return new Map(
    partsOf(json).map((part) => {
      const key_end = endOfString(part, 0)
      const key = JSON.parse(part.slice(0, key_end + 1)) as string
      return [key, part.slice(part.indexOf(':', key_end) + 1).trim()]
    }),
  )
}

/** The events of an answer of `GET /v1/events`, each as its text, in the order of the answer. */
export function eventTextsOf(answer: string): string[] {
  return partsOf(membersOf(membersOf(answer).get('data')!).get('events')!)
}

/** The body that a webhook endpoint gets for a stored event, to the byte: `{id, event, created_at, data, test}`. */
export function webhookBodyOf(event_text: string): string {
  const members = membersOf(event_text)
  const [id, event, created_at, data, test] = ['id', 'type', 'created_at', 'data', 'test'].map((name) => members.get(name))
  return `{"id":${id},"event":${event},"created_at":${created_at},"data":${data},"test":${test}}`
}
