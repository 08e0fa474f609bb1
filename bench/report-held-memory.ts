/**
 * Loaded into a server that is measured: on every SIGUSR2 it collects all garbage and adds a line to the file that
 * BENCH_MEMORY names, with the megabytes that are still held, on V8's heap and outside of it.
 */
import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  appendFileSync(process.env.BENCH_MEMORY ?? '', `${(heapUsed + external) / 2 ** 20}\n`)
})
