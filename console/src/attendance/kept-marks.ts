import { ROLL_STATES } from '@vestry/contract/sunday-school-rules.ts'
import type { Marks, UnsavedMark, UnsavedMarks } from './roll-marks.ts'

type Kept = Pick<Marks, 'sent' | 'waiting'>

/** Where the unsaved marks of one person in one class lie, to outlive a reload. */
export function keptMarks(store: Storage, person: string, classId: number) {
  const name = `vestry.roll.${classId}.${person}`
  return {
    read(): Kept {
      try {
        const kept = JSON.parse(store.getItem(name) ?? '{}') as Record<string, unknown>
        return { sent: readMarks(kept.sent), waiting: readMarks(kept.waiting) }
      } catch {
        return { sent: new Map(), waiting: new Map() }
      }
    },
    write({ sent, waiting }: Kept): void {
      try {
        if (sent.size + waiting.size === 0) {
          store.removeItem(name)
        } else {
          store.setItem(name, JSON.stringify({ sent: [...sent], waiting: [...waiting] }))
        }
      } catch {
        // A full store keeps nothing; the marks are then as safe as the open page.
      }
    },
  }
}
export type KeptMarks = ReturnType<typeof keptMarks>

function readMarks(value: unknown): UnsavedMarks {
  const marks = new Map<number, UnsavedMark>()
  for (const entry of Array.isArray(value) ? value : []) {
    const [id, unsaved] = Array.isArray(entry) ? entry : []
    const { state, seen } = (unsaved ?? {}) as UnsavedMark
    if (Number.isSafeInteger(id) && ROLL_STATES.includes(state) && Number.isSafeInteger(seen)) {
      marks.set(id, { state, seen })
    }
  }
  return marks
}
