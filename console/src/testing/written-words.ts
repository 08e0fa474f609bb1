import type { RollCallStore } from '../attendance/roll-call-store.ts'
import type { OpenBox } from '../ui/dialogs/dialogs.ts'
import type { DeviceTime } from './device-pages.ts'
import type { Build } from './roll-device.tsx'

/**
 * A comment on a child, or the reason of its planned absence; no other text has this word. `told`: what the screen said
 * then. `replaced`: the person has written another comment in the place of the one that was kept.
 */
export type Written = {
  kind: 'comment' | 'absence'
  sub: string
  child: number
  word: string
  told: 'saved' | 'kept' | 'replaced' | 'failed'
}

/** What the people on one device write, by the screens' own questions and answers. */
export function createWriting(device: {
  time: DeviceTime
  here: <Result>(work: () => Result) => Result
  boxes: () => readonly OpenBox[]
  day: string
}) {
  const { time, here } = device
  const written: Written[] = []

  /** What the dialog of planned absences does. */
  async function planAbsence({ calls, line, api, words }: Build, store: RollCallStore, one: Written) {
    const days = { from_day: device.day, until_day: device.day, reason: one.word }
    try {
      if (line.lostSince() === undefined) {
        await api.callApi('POST /attendees/absences', { body: { attendee_id: one.child, ...days } })
        return true
      }
    } catch (error) {
      if (!calls.isWithoutLine(error)) {
        throw error
      }
    }
    await words.keepAbsence(store, one.child, days)
    return true
  }

  /** Writes the word where the screen asks for it, and presses no more than that. */
  async function write(build: Build, store: RollCallStore, one: Written): Promise<void> {
    written.push(one)
    const keptSaid = new Set<string>([
      here(() => build.messages.t('attendance.comment.kept')),
      here(() => build.messages.t('attendance.absence.kept')),
    ])
    const answered = new Set<number>()
    let asked = false
    let kept = false
    const answer = () => {
      for (const box of device.boxes().filter(({ id }) => !answered.has(id))) {
        answered.add(box.id)
        if (box.kind === 'question') {
          const word = asked ? undefined : one.word
          asked = true
          here(() => box.answer(word))
        } else if (box.kind === 'message') {
          here(() => box.answer())
        } else if (box.kind === 'notice') {
          kept ||= keptSaid.has(box.notice.message)
          here(() => box.answer())
        }
      }
    }
    let ended = false
    const working = here(() =>
      one.kind === 'comment' ? build.records.commentOn(store, one.child) : planAbsence(build, store, one),
    ).finally(() => {
      ended = true
    })
    working.catch(() => undefined)
    for (let tries = 0; !ended; tries += 1) {
      if (tries > 1000) {
        throw new Error('Writing never ends.')
      }
      await time.pass(50)
      answer()
    }
    await time.pass(50)
    answer()
    // What fails is said by the screen, and nothing is promised.
    const done = await working.catch(() => false)
    if (kept && one.kind === 'comment') {
      for (const before of written) {
        if (before.kind === 'comment' && before.told === 'kept' && isAboutSame(before, one)) {
          before.told = 'replaced'
        }
      }
    }
    one.told = kept ? 'kept' : done ? 'saved' : 'failed'
  }

  return {
    written,
    write,
    /** The person has given up what was kept, by name. */
    forget(sub: string) {
      for (const one of written.filter(({ told, ...by }) => by.sub === sub && told === 'kept')) {
        one.told = 'failed'
      }
    },
  }
}

function isAboutSame(one: Written, other: Written): boolean {
  return one.sub === other.sub && one.child === other.child
}
