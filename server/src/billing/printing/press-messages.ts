// What the service and the press's own process say to each other.
import type { Paper } from './paper.ts'
import type { PaperSource } from './sources.ts'
import type { Typeset } from './typesetter.ts'

/** A paper, or what it is made from: that takes milliseconds (payment codes), which the service's own thread is spared. */
export type Printable = Paper | PaperSource

export interface PrintMessage {
  paper: Printable
}
export type ReplyMessage = (Typeset | { error: string }) & { memory_bytes: number }

/** The argument of a process that lets everything else on the machine go first, once it is warm. */
export const PATIENT = 'patient'
