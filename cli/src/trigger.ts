import type { Command } from 'commander'
import { accessOf, addConnectionOptions, type ConnectionOptions, clientOf } from './connection.ts'
import { withCloseTypes } from './event-types.ts'
import { print } from './output.ts'

/** `quoin trigger`. */
export function addTriggerCommand(program: Command): void {
  addConnectionOptions(program.command('trigger').description('store a test event, which quoin listen forwards'))
    .argument('<type>', 'the event type: invoice.paid')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      '\nThe event has the example data of its type and "test": true. It is never delivered to webhook endpoints.\n\nExample:\n  quoin trigger invoice.paid',
    )
    .action(async (type: string, options: ConnectionOptions & { json?: boolean }) => {
      const quoin = clientOf(accessOf(options))
      const event = await withCloseTypes(quoin, type, () => quoin.post('/v1/events/test', { body: { type } }))
      print(options.json, event, [`Stored ${event.type}  ${event.id}`])
    })
}
