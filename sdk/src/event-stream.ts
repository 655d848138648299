// The format of server-sent events (HTML standard, "Parsing an event stream").

/** Longer ones are refused: nothing that Quoin sends comes near. */
const LONGEST_FRAME = 16 * 1024 * 1024

export interface EventStreamFrame {
  /** `message` if the stream names none. */
  event: string
  data: string
  /** The last id that the stream has named. */
  id: string
}

/** Reads a stream from its chunks, wherever they were cut. */
export class EventStreamParser {
  /** The last id that the stream has named, in a frame that is whole or alone. */
  id = ''
  /** That of the frame that is being read. */
  private next_id = ''
  private rest = ''
  private is_after_cr = false
  private event = ''
  private data: string[] = []
  private length = 0

  /** Takes the next piece; gives the frames that it completes. Throws an Error for a frame beyond all measure. */
  push(piece: string): EventStreamFrame[] {
    // A line end of two characters may have been cut in the middle.
    const text = this.rest + (this.is_after_cr && piece.startsWith('\n') ? piece.slice(1) : piece)
    if (piece !== '') this.is_after_cr = piece.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    this.rest = lines.pop()!
    const frames = lines.flatMap((line) => this.readLine(line))
    if (this.length + this.rest.length > LONGEST_FRAME) throw new Error('The event stream has a frame that is too long')
    return frames
  }

  private readLine(line: string): EventStreamFrame[] {
    if (line === '') return this.endFrame()
    const [, name, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!
    this.length += line.length
    if (name === 'data') this.data.push(value ?? '')
    else if (name === 'event') this.event = value ?? ''
    else if (name === 'id' && !value?.includes('\0')) this.next_id = value ?? ''
    return []
  }

  private endFrame(): EventStreamFrame[] {
    const { next_id: id, event, data } = this
    this.id = id
    this.event = ''
    this.data = []
    this.length = 0
    return data.length === 0 ? [] : [{ id, event: event || 'message', data: data.join('\n') }]
  }
}
