import { readFileSync, writeFileSync } from 'node:fs'
import { type Fault, withChange } from './find-faults.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Plants a fault in a file for as long as `work` takes. The file is as it was however that ends, also by a signal or by
 * an error of another part of the program; `stop` is called when it ends by a signal.
 */
export async function withFault<Result>(
  path: string,
  fault: Fault,
  work: () => Promise<Result>,
  stop: () => void = () => undefined,
): Promise<Result> {
  const text = readFileSync(path, 'utf8')
  const restore = () => writeFileSync(path, text)
  const leave = () => {
    stop()
    // What is to be done at the end is done then.
    process.exit(1)
  }
  process.on('exit', restore)
  for (const signal of SIGNALS) {
    process.on(signal, leave)
  }
  try {
    writeFileSync(path, withChange(text, fault))
    return await work()
  } finally {
    restore()
    process.off('exit', restore)
    for (const signal of SIGNALS) {
      process.off(signal, leave)
    }
  }
}
