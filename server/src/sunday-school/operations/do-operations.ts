import type { Operation } from '@vestry/contract/calls/roll-operations.ts'
import { findClasses } from '../classes/class-access.ts'
import { doAbsences } from './do-absences.ts'
import { doComments, doGuests, doMarks } from './do-in-class.ts'
import type { Doing, OfKind } from './operation-results.ts'

/**
 * Does operations of one device, which are given in the order of their numbers. The number of statements grows with the
 * classes and the planned absences, not with guests, marks and comments.
 */
export async function doOperations(doing: Doing, operations: readonly Operation[]): Promise<void> {
  const { db, caller, history, results } = doing
  const ofKind = <Kind extends Operation['kind']>(kind: Kind) =>
    operations.filter((one): one is OfKind<Kind> => one.kind === kind)
  const [guests, marks, comments] = [ofKind('guest'), ofKind('mark'), ofKind('comment')]
  const ids = [...new Set([...guests, ...marks, ...comments].map(({ class_id }) => class_id))]
  const classes = await findClasses(db, caller, ids)

  // Guests first, so that the others find the children whom these add.
  for (const [id, some] of Map.groupBy(guests, ({ class_id }) => class_id)) {
    await doGuests(doing, classes.get(id), some)
  }
  for (const operation of [...marks, ...comments]) {
    history.expect(operation, history.childOf(operation))
  }
  const isLast = (operation: OfKind<'mark' | 'comment'>) => {
    const overtaken = history.isOvertaken(operation)
    if (overtaken) {
      results.set(operation, { outcome: 'superseded' })
    }
    return !overtaken
  }
  for (const [id, some] of Map.groupBy(marks.filter(isLast), ({ class_id }) => class_id)) {
    await doMarks(doing, classes.get(id), some)
  }
  for (const [id, some] of Map.groupBy(comments.filter(isLast), ({ class_id }) => class_id)) {
    await doComments(doing, classes.get(id), some)
  }
  await doAbsences(doing, ofKind('absence'))
}
