import { expect, test } from 'vitest'
import { isDoubtful } from './preview-numbers.ts'
import type { PreviewRow } from './preview-rows.ts'

/** A new child as the file has it, and what of its notes would be saved. */
const row = (notes: string, saved: string, more: Partial<PreviewRow> = {}): PreviewRow => ({
  line: 2,
  cells: { first_name: 'Ana', last_name: 'Ark', notes },
  problems: [],
  kind: 'new',
  plan: { kind: 'new', content: { notes: saved }, known: [], errors: [] },
  decision: undefined,
  ...more,
})

test('a row is worth a look if something of it is not saved as the file has it', () => {
  const plain = row('Half a tablet', 'Half a tablet')
  expect(isDoubtful(plain)).toBe(false)
  expect(isDoubtful(row('=1+1; ok', '1-1 ok'))).toBe(true)
  const remark = (reason: 'no_day' | 'open_member' | 'full_name') =>
    isDoubtful({ ...plain, remarks: [{ field: 'birthdate', reason, text: 'N/A' }] })
  expect([remark('no_day'), remark('full_name'), remark('open_member')]).toEqual([true, false, false])
  const noRoster = { title: 'Sparrows', reason: 'unknown' } as const
  expect(isDoubtful({ ...plain, plan: plain.plan && { ...plain.plan, no_rosters: [noRoster] } })).toBe(true)
})
