import { expect } from 'vitest'
import { mergeChildren } from './merge-children.ts'
import type { TestServer } from './start-test-server.ts'

/** The call that merges two entries of a child, and what it leaves in the audit trail. */
export function callsOfMerges(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  const { add, compare, merge } = mergeChildren(server)
  return {
    'POST /attendees/merge': async () => {
      const [kept, merged] = [await add(), await add()]
      const { seen } = await compare(kept, merged)
      const [into, from] = [`attendee/${kept}`, `attendee/${merged}`]
      const trace = () => traceOf(() => merge(kept, merged, { seen }))
      expect(await trace()).toEqual([`attendee_merged ${into} ${from}`, `attendee_merged ${from} ${into}`])
      expect(await trace()).toEqual([])
    },
  }
}
