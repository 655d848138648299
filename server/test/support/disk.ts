// A folder on the disk, for what must not lie in memory: `npm test` has everything else there (scripts/scratch.ts).
import { tmpdir } from 'node:os'

/** Where folders are made for tests about the disk's pace, and for what outlives a run of the tests. */
export const diskFolder = (): string => process.env['QUOIN_TEST_DISK'] ?? tmpdir()
