import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionOptions, callServer } from './connection.ts'
import { withCloseTypes } from './event-types.ts'
import { print, wrapped } from './output.ts'

/** `quoin trigger`. */
export function addTriggerCommand(program: Command): void {
  addConnectionOptions(program.command('trigger').description('store a test event, which quoin listen forwards'))
    .argument('<type>', 'the event type: invoice.paid')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nThe event has the example data of its type and "test": true. It is never delivered to webhook endpoints.\n\nExample:\n  quoin trigger invoice.paid',
      ),
    )
    .action(async (type: string, options: ConnectionOptions & { json?: boolean }) => {
      const event = await callServer(options, (quoin) =>
        withCloseTypes(quoin, type, () => quoin.post('/v1/events/test', { body: { type } }), 'one'),
      )
      print(options.json, event, [`Stored ${event.type}  ${event.id}`])
    })
}
