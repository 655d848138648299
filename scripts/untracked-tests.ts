// `node:test` follows every promise of a process, to know which test a new test or an error that nothing catches belongs to: a fifth of the CPU
// of tests in one process. Once all tests are declared, only such errors need it. Import this before `node:test`.
import async_hooks, { type AsyncHook } from 'node:async_hooks'

const { createHook } = async_hooks
const hooks: AsyncHook[] = []
async_hooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  if (/node:internal\/test_runner/.test(new Error().stack ?? '')) hooks.push(hook)
  return hook
}

/** Ends it. An error that nothing catches then ends the process, and fails its test file, instead of its test. */
export function stopFollowing(): void {
  for (const hook of hooks) hook.disable()
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.prependListener(event, (error: unknown) => {
      console.error('Nothing caught this error, which ends the process of its test file:', error)
      process.exit(1)
    })
  }
}
