// A thread of the press's process that ends it when it needs too much memory: the compiler is native code, which nothing else can interrupt.
import { isMainThread, workerData } from 'node:worker_threads'

/** The signal by which it ends. */
export const OUT_OF_MEMORY = 'SIGUSR2'
const EVERY_MS = 100

if (!isMainThread) {
  const { most_bytes } = workerData as { most_bytes: number }
  setInterval(() => {
    if (process.memoryUsage.rss() > most_bytes) process.kill(process.pid, OUT_OF_MEMORY)
  }, EVERY_MS)
}
