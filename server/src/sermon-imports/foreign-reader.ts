import { Worker } from 'node:worker_threads'
import type { TASKS } from './foreign-worker.ts'

type Tasks = typeof TASKS
type Read<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>> | undefined
/** A message of the worker: it asks for bytes, or gives what it has read. */
type Message = { wanted: unknown } | { read: unknown }

/** In MB; reading the largest feed that is allowed takes a third of it. */
const MEMORY = 384

/**
 * Reads foreign files in a worker, one after another. A file that takes too much memory or time counts as unreadable.
 */
export class ForeignReader implements AsyncDisposable {
  #worker: Worker | undefined
  #take: (message: Message) => void = () => undefined
  #end: () => void = () => undefined

  /** `give` returns what the worker asks for; an error of `give` is thrown here. `patience` is in milliseconds. */
  async read<Name extends keyof Tasks>(
    name: Name,
    given: number,
    give: (wanted: unknown) => Promise<unknown>,
    patience: number,
  ): Promise<Read<Name>> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    let isWhole = false
    const timer = setTimeout(() => this.#end(), patience)
    try {
      return await new Promise<Read<Name>>((done, failed) => {
        this.#end = () => done(undefined)
        this.#take = (message) => {
          if ('wanted' in message) {
            give(message.wanted).then((answer) => worker.postMessage(answer), failed)
          } else {
            isWhole = true
            done(message.read as Read<Name>)
          }
        }
        worker.postMessage({ name, given })
      })
    } finally {
      clearTimeout(timer)
      if (!isWhole) {
        await this[Symbol.asyncDispose]()
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./foreign-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
      execArgv: [],
    })
    return worker
      .on('message', (message: Message) => this.#take(message))
      .on('error', () => this.#end())
      .on('exit', () => {
        this.#worker = this.#worker === worker ? undefined : this.#worker
        this.#end()
      })
  }
}
