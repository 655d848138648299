// The command line as tests start it: the sources, or in a run of many files the bundle that npm publishes, which starts in half of the time.
import { fileURLToPath } from 'node:url'

/** Set by scripts/test.ts. */
const BUNDLE = process.env['QUOIN_TEST_PROGRAM']

/** The file that Node.js runs. */
export const CLI = BUNDLE ?? fileURLToPath(new URL('../../../cli/bin/quoin.js', import.meta.url))
