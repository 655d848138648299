// A store that speaks S3, on loopback, for tests: its access key and secret are both S3RVER. It checks the key, but not the signature.
import { createRequire } from 'node:module'

interface Server {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}

const require = createRequire(import.meta.url)
const S3rver: new (options: object) => Server = require('s3rver')

/** Starts one with an empty bucket, whose files are in `directory`. */
export async function startBucket(directory: string, name: string): Promise<{ port: number; close(): Promise<void> }> {
  const buckets = [{ name, configs: [] }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: buckets })
  const { port } = await server.run()
  return { port, close: () => server.close() }
}
