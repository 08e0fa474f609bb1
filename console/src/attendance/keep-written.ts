import type { Operation } from '@vestry/contract/calls/roll-operations.ts'
import { ApiError } from '../api/call-api.ts'
import {
  type KeptOf,
  keepWork,
  listKeptWork,
  type NewWork,
  removeKeptWork,
} from '../api/offline/kept-work.ts'
import { queryClient } from '../api/query-client.ts'
import { currentUserId } from '../auth/session.ts'
import { t } from '../messages/messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { keptWork } from './kept-in-roll.ts'
import type { RollCallStore } from './roll-call-store.ts'
import { nameOf } from './roll-marks.ts'

type Days = Pick<KeptOf<'absence'>, 'from_day' | 'until_day' | 'reason'>

/**
 * Keeps on this device what can't be sent.
 *
 * @throws {ApiError} where the browser keeps nothing, or has no room
 */
export async function keepOnDevice(work: NewWork): Promise<void> {
  try {
    await keepWork(currentUserId() ?? '', work)
  } catch {
    throw new ApiError('unreachable', t('attendance.unkept'), 0)
  }
}

/** Keeps a comment on a child of the roll on this device, in the place of one that is kept already. */
export async function keepComment(store: RollCallStore, id: number, comment: string): Promise<void> {
  const { class_id = 0, session_datetime = '' } = store.view().roll ?? {}
  const before = await keptComments(class_id, id).catch(() => [])
  await keep(store, id, (made, seen) => ({
    ...{ kind: 'comment', ...made, class_id, session_datetime, attendee_id: id, comment, seen },
  }))
  await removeKeptWork(
    currentUserId() ?? '',
    before.map(({ key }) => key),
  )
  await keptChanged('attendance.comment.kept')
}

/** Keeps a planned absence of a child of the roll on this device. */
export async function keepAbsence(store: RollCallStore, id: number, days: Days): Promise<void> {
  await keep(store, id, (made) => ({ kind: 'absence', ...made, attendee_id: id, ...days }))
  await keptChanged('attendance.absence.kept')
}

/** The comment on a child that waits on this device, if there is one. */
export async function keptComment(classId: number, id: number): Promise<string | undefined> {
  return (await keptComments(classId, id)).at(-1)?.comment
}

async function keptComments(classId: number, id: number) {
  const work = await listKeptWork(currentUserId() ?? '')
  return work.flatMap(({ key, operation }) =>
    operation.kind === 'comment' && operation.class_id === classId && operation.attendee_id === id
      ? [{ key, comment: operation.comment }]
      : [],
  )
}

async function keep(
  store: RollCallStore,
  id: number,
  operationOf: (made: { number: number; made_at: number }, seen: number) => Operation,
): Promise<void> {
  const child = store.view().roll?.children.find(({ attendee_id }) => attendee_id === id)
  if (child === undefined) {
    throw new Error('The roll has no such child.')
  }
  const { device, number } = store.nextOperation(id)
  const operation = operationOf({ number, made_at: Date.now() }, child.mark.version)
  await keepOnDevice({ device, operation, name: nameOf(child) })
}

async function keptChanged(said: 'attendance.comment.kept' | 'attendance.absence.kept'): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keptWork.queryKey })
  showNotice({ message: t(said) })
}
