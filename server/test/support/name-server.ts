// A name server for tests, over UDP: answers as told, also wrongly or not at all. Every record may be cached for 0 seconds.
import { createSocket } from 'node:dgram'

export type RecordType = 'A' | 'AAAA' | 'CNAME'

/** A record of the name asked for, or of `name`. */
export interface NameRecord {
  type: RecordType
  value: string
  name?: string
}

/** Records (none: the name exists, but has no such record), a failure, or silence. */
export type NameAnswer = readonly NameRecord[] | 'NXDOMAIN' | 'SERVFAIL' | 'silence'

const TYPES: Record<RecordType, number> = { A: 1, CNAME: 5, AAAA: 28 }
const CODES = { SERVFAIL: 2, NXDOMAIN: 3 }
/** "The name asked for", which follows the twelve bytes of the header. */
const ASKED_NAME = Buffer.from([0xc0, 12])

/** Listens on `host` and `port` and asks `answer` about every question for A or AAAA; anything else does not exist. */
export async function startNameServer(
  host: string,
  port: number,
  answer: (name: string, type: RecordType) => NameAnswer,
): Promise<{ close(): void }> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query)
    const told = type === undefined ? [] : answer(name, type)
    if (told !== 'silence') socket.send(reply(query, end, told), from.port, from.address)
  })
  await new Promise<void>((resolve, reject) => socket.once('error', reject).bind(port, host, resolve))
  return { close: () => void socket.close() }
}

function questionOf(query: Buffer): { name: string; type: RecordType | undefined; end: number } {
  const labels: string[] = []
  let place = 12
  for (let length = query[place]!; length > 0; length = query[place]!) {
    labels.push(query.toString('latin1', place + 1, place + 1 + length))
    place += 1 + length
  }
  const code = query.readUInt16BE(place + 1)
  const type = (Object.keys(TYPES) as RecordType[]).find((each) => TYPES[each] === code)
  // The case of letters is random in a careful resolver's question, and must come back so.
  return { name: labels.join('.').toLowerCase(), type, end: place + 5 }
}

function reply(query: Buffer, end_of_question: number, told: Exclude<NameAnswer, 'silence'>): Buffer {
  const records = typeof told === 'string' ? [] : told
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (typeof told === 'string' ? CODES[told] : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, query.subarray(12, end_of_question), ...records.map(recordBytes)])
}

function recordBytes({ type, value, name }: NameRecord): Buffer {
  const content = type === 'A' ? Buffer.from(value.split('.').map(Number)) : type === 'AAAA' ? ipv6Bytes(value) : nameBytes(value)
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(TYPES[type], 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(content.length, 8)
  return Buffer.concat([name === undefined ? ASKED_NAME : nameBytes(name), fixed, content])
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')])
  return Buffer.concat([...labels, Buffer.from([0])])
}

function ipv6Bytes(address: string): Buffer {
  const [left, right] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const missing = Array.from({ length: 8 - left!.length - (right?.length ?? 0) }, () => '0')
  const groups = right ? [...left!, ...missing, ...right] : left!
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
