import { ROLL_STATES } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { type InstantCipher, openInstantCipher, unseal } from '../api/offline/instant-cipher.ts'
import { unsentDatabase } from '../api/offline/kept-work.ts'
import { entriesOf, removeEntries } from './mark-places.ts'
import { copyMarks, restoreMarks } from './marks-copy.ts'
import type { Marks, UnsavedMark, UnsavedMarks } from './roll-marks.ts'

export type Pending = Pick<Marks, 'sent' | 'waiting'>

const GREATEST = 2 ** 31 - 1

/** Calls back when what is encrypted may have lost its key; returns a function that stops that. */
export const onKeysGone = unsentDatabase.onEnd

/** A person's place, in which marks are kept encrypted. */
export async function openPlace(storage: Storage, place: string, sub: string): Promise<MarksPlace> {
  const [cipher] = await Promise.all([openInstantCipher(sub), restoreMarks(storage, sub)])
  return placeWith(storage, place, cipher, () => copyMarks(storage, sub))
}

/**
 * Keeps marks in a place, each child's by itself: a mark costs the same however many there are. `changed` is called when
 * what is kept has changed.
 */
export function placeWith(storage: Storage, place: string, cipher: InstantCipher, changed: () => void) {
  const written = new Map(entriesOf(storage, place).map((name) => [name, '']))
  return {
    /** Returns whether all of them are kept. */
    write({ sent, waiting }: Pending): boolean {
      const gone = new Set(written.keys())
      let [isKept, hasChanged] = [true, false]
      for (const id of new Set([...sent.keys(), ...waiting.keys()])) {
        const name = `${place}#${id}`
        const text = JSON.stringify({ sent: entryOf(sent, id), waiting: entryOf(waiting, id) })
        const sealed = written.get(name) === text ? undefined : cipher.seal(text)
        if (sealed !== undefined) {
          storage.setItem(name, sealed)
          written.set(name, text)
          hasChanged = true
        }
        isKept &&= written.get(name) === text
        gone.delete(name)
      }
      for (const name of gone) {
        storage.removeItem(name)
        written.delete(name)
        hasChanged = true
      }
      if (hasChanged) {
        changed()
      }
      return isKept
    },
  }
}
export type MarksPlace = ReturnType<typeof placeWith>

/** Forgets all marks of a person's place. */
export function removePlace(storage: Storage, place: string, sub: string): void {
  removeEntries(storage, place)
  copyMarks(storage, sub)
}

/** The marks that are kept in a person's place; what can't be read any more is left out. */
export async function readPlace(storage: Storage, place: string, sub: string): Promise<Pending> {
  const kept = entriesOf(storage, place).map((name) => storage.getItem(name) ?? '')
  const plain = kept.filter((text) => text.startsWith('{'))
  const sealed = kept.filter((text) => !text.startsWith('{'))
  const texts = sealed.length > 0 ? await unseal(sub, sealed) : []
  const all = [...plain, ...texts].map(readJson)
  return {
    sent: readMarks(all.flatMap(({ sent }) => sent)),
    waiting: readMarks(all.flatMap(({ waiting }) => waiting)),
  }
}

function entryOf(marks: UnsavedMarks, id: number) {
  const mark = marks.get(id)
  return mark === undefined ? [] : [[id, mark]]
}

function readJson(text: string): { sent?: unknown; waiting?: unknown } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

function readMarks(entries: readonly unknown[]): UnsavedMarks {
  const marks = new Map<number, UnsavedMark>()
  for (const entry of entries) {
    const [id, unsaved] = Array.isArray(entry) ? entry : []
    const { state, seen, at, made, as } = (unsaved ?? {}) as UnsavedMark
    if (isNumber(id, 1) && ROLL_STATES.includes(state) && isNumber(seen, 0)) {
      marks.set(id, {
        ...{ state, seen },
        ...(typeof at === 'string' && { at }),
        ...(isNumber(made, 0, Number.MAX_SAFE_INTEGER) && { made }),
        ...(isNumber(as?.number, 1) && typeof as.device === 'string' && { as }),
      })
    }
  }
  return marks
}

/** Whether the server can have such a number. */
function isNumber(value: unknown, least: number, greatest = GREATEST): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= greatest
}
