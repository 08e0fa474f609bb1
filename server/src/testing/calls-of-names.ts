import { expect } from 'vitest'
import type { TestServer } from './start-test-server.ts'

/** The calls that add, rename, remove and merge names of a kind, and the audit entries that each makes. */
export function callsOfNames({
  server,
  traceOf,
  path,
  field,
  noun,
  renamed,
  also = () => ({}),
}: {
  server: () => TestServer
  /** The entries that some work has made there. */
  traceOf(work: () => Promise<unknown>): Promise<string[]>
  path: string
  field: string
  noun: string
  renamed: string
  /** What a new name is given besides the name itself. */
  also?(): object
}): Record<string, () => Promise<void>> {
  const call = async (way: string, given: object) => (await server().tryCall(way, given)).body as unknown
  const add = async (name: string) =>
    ((await call(`POST /${path}`, { body: { [field]: name, ...also() } })) as { id: number }).id
  return {
    [`POST /${path}`]: async () => {
      const added = new RegExp(`^${noun}_added ${noun}/\\d+$`)
      expect(await traceOf(() => add('Amos'))).toEqual([expect.stringMatching(added)])
    },
    [`PUT /${path}`]: async () => {
      const id = await add('Hosea')
      const rename = () => call(`PUT /${path}`, { body: { id, [field]: 'Joel' } })
      expect(await traceOf(rename)).toEqual([`${noun}_${renamed} ${noun}/${id}`])
    },
    [`DELETE /${path}`]: async () => {
      const id = await add('Micah')
      const remove = () => call(`DELETE /${path}`, { query: { id } })
      expect(await traceOf(remove)).toEqual([`${noun}_deleted ${noun}/${id}`])
      expect(await traceOf(remove)).toEqual([])
    },
    [`POST /${path}/merge`]: async () => {
      const [id, into] = [await add('Amoz'), await add('Amos of Tekoa')]
      const merge = () => call(`POST /${path}/merge`, { body: { id, into } })
      expect(await traceOf(merge)).toEqual([`${noun}_merged ${noun}/${id} ${noun}/${into}`])
      expect(await traceOf(merge)).toEqual([])
    },
  }
}
