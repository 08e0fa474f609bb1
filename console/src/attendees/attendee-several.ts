import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { callApi } from '../api/call-api.ts'
import { putOnRoster, takeOffRoster } from '../api/people/change-roster.ts'
import { doSeveral, type SeveralTexts, unlessNone, withLeft } from '../api/several/do-several.ts'
import { t } from '../messages/messages.ts'
import type { Selected } from '../ui/list/use-several.tsx'
import { ATTENDEES } from './attendee-calls.ts'
import { fullName } from './attendee-fields.ts'

type Children = Selected<Attendee>
type Series = { id: number; title: string }

/** Records several children as members or as guests. Returns whether it was done. */
export function changeMembership(children: Children, is_member: number): Promise<boolean> {
  return doSeveral(textsOf(), async () => {
    const changes = idsOf(children).map((id) => ({ id, is_member }))
    const { undo, left } = await callApi('PUT /attendees/several', { body: { changes } })
    return {
      said: tell(t('children.several.changed', { count: undo.length }), children, left.map(idOf)),
      undo: undoOf(undo.map(idOf), children, async () => {
        const undone = await callApi('PUT /attendees/several', { body: { changes: undo } })
        return undone.left.map(idOf)
      }),
    }
  })
}

/** Puts several children on the roster of a class. Returns whether it was done. */
export function putOn(children: Children, { id, title }: Series): Promise<boolean> {
  return doSeveral(textsOf(), async () => {
    const { attendee_ids, left } = await putOnRoster(id, idsOf(children))
    return {
      said: tell(t('children.several.added', { count: attendee_ids.length, title }), children, left),
      undo: undoOf(attendee_ids, children, async () => {
        const off = new Set(await takeOffRoster(id, attendee_ids))
        return attendee_ids.filter((one) => !off.has(one))
      }),
    }
  })
}

/** Takes several children off the roster of a class. Returns whether it was done. */
export function takeOff(children: Children, { id, title }: Series): Promise<boolean> {
  return doSeveral(textsOf(), async () => {
    const gone = await takeOffRoster(id, idsOf(children))
    return {
      said: t('children.several.takenOff', { count: gone.length, title }),
      undo: undoOf(gone, children, async () => {
        const { attendee_ids } = await putOnRoster(id, gone)
        return gone.filter((one) => !attendee_ids.includes(one))
      }),
    }
  })
}

/** Which of the reads are old after a change of children. */
export const textsOf = (): SeveralTexts => ({
  running: t('children.several.running'),
  failed: t('children.several.failed'),
  reads: [ATTENDEES, ['classes'], ['today']],
})

/** What takes back what was done to these; `work` returns those of them that it left alone. */
export function undoOf(done: readonly number[], children: Children, work: () => Promise<readonly number[]>) {
  return unlessNone(done, async () => tellUndone(done, children, await work()))
}

function tell(done: string, children: Children, left: readonly number[]): string {
  return withLeft(done, reasonOf('children.several.left', children, left))
}

/** Why some of these were left alone, if any were. */
export function reasonOf(
  why: 'children.several.left' | 'children.several.leftOthers',
  children: Children,
  left: readonly number[],
) {
  const names = left.map((id) => children.get(String(id))).filter((child) => child !== undefined)
  return left.length === 0 ? [] : [{ said: t(why, { count: left.length }), names: names.map(fullName) }]
}

function tellUndone(done: readonly number[], children: Children, left: readonly number[]): string {
  return tell(t('children.several.undone', { count: done.length - left.length }), children, left)
}

const idOf = ({ id }: { id: number }) => id
export const idsOf = (children: Children): number[] => [...children.values()].map(idOf)
