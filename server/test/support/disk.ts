// A folder on the disk, for data that must not be in memory: `npm test` has everything else there (scripts/scratch.ts).
import { tmpdir } from 'node:os'

/** Folders for tests about the disk's speed, and for data that outlives a run of the tests. */
export const diskFolder = (): string => process.env['QUOIN_TEST_DISK'] ?? tmpdir()
