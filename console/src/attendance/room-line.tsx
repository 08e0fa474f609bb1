import type { Roll } from '@vestry/contract/calls/attendance.ts'
import { ageOn } from '@vestry/contract/rules/age-on.ts'
import { adultsNeeded, MAX_HELPERS } from '@vestry/contract/sunday-school/room-rules.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError, callApi } from '../api/call-api.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconAlertTriangle } from '../ui/look/icons.ts'
import { isWithoutLine } from './attendance-calls.ts'
import type { RollCallStore } from './roll-call-store.ts'
import { shownState } from './roll-marks.ts'
import classes from './room-line.module.css'
import { useRollView } from './use-roll.ts'

const SAVE_AFTER_MS = 600

/** How many adults are in the room and how many are needed, and whether the room is full or closed. */
export function RoomLine({ store, roll }: { store: RollCallStore; roll: Roll }) {
  const { t } = useMessages()
  const view = useRollView(store)
  const sentence = useId()
  const [adults, step, failure] = useAdults(store, roll)
  const present = roll.children.filter((child) => shownState(view, child) === 'present')
  const count = present.length
  // Before the first has come, it says what the class will need.
  const counted = count > 0 ? present : roll.children
  const day = roll.session_datetime.slice(0, 10)
  const needed = adultsNeeded(
    counted.map(({ birthdate }) => (birthdate ? ageOn(day, birthdate) : undefined)),
    roll.room_detail,
  )
  const lacking = count > 0 && adults > 0 && adults < needed
  const { capacity = 0, open = true } = roll.room_detail ?? {}
  const full = capacity > 0 && count >= capacity
  return (
    <section className={classes.line} aria-label={t('rooms.roll.adults')}>
      <div className={classes.adults}>
        <span>{t('rooms.roll.adults')}</span>
        <button
          type="button"
          aria-label={t('rooms.roll.fewer')}
          aria-disabled={adults === 0}
          onClick={() => adults > 0 && step(adults - 1)}
        >
          <span aria-hidden>−</span>
        </button>
        <output aria-describedby={sentence}>{adults}</output>
        <button
          type="button"
          aria-label={t('rooms.roll.more')}
          aria-disabled={adults === MAX_HELPERS}
          onClick={() => adults < MAX_HELPERS && step(adults + 1)}
        >
          <span aria-hidden>+</span>
        </button>
      </div>
      <div className={classes.said}>
        {counted.length > 0 && (
          <p id={sentence} data-warns={lacking || undefined}>
            {lacking && <IconAlertTriangle size={16} aria-hidden />}
            {count === 0
              ? t('rooms.roll.all', { adults: needed, count: counted.length })
              : t(adults < needed ? 'rooms.roll.needed' : 'rooms.roll.enough', { adults: needed, count })}
          </p>
        )}
        {capacity > 0 && !full && <p>{t('rooms.roll.places', { count, capacity })}</p>}
        <div role="status">
          {full && <Warning text={t('rooms.roll.full', { count, capacity })} />}
          {!open && <Warning text={t('rooms.roll.closed')} />}
          {failure !== undefined && <Warning text={failure} />}
        </div>
      </div>
    </section>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <p data-warns>
      <IconAlertTriangle size={16} aria-hidden />
      {text}
    </p>
  )
}

/** The number of adults as it is shown, how it is changed, and why the last change was not saved. */
function useAdults(store: RollCallStore, { class_id, helpers = 0 }: Roll) {
  const { t } = useMessages()
  const [wanted, setWanted] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const saving = useRef({
    /** The number that the server is known to have. */
    seen: helpers,
    next: undefined as number | undefined,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    running: false,
  })
  useEffect(() => {
    if (!saving.current.running && saving.current.next === undefined) {
      saving.current.seen = helpers
    }
  }, [helpers])

  const save = async () => {
    const state = saving.current
    clearTimeout(state.timer)
    if (state.running || state.next === undefined) {
      return
    }
    state.running = true
    try {
      while (state.next !== undefined) {
        const { next } = state
        state.next = undefined
        await callApi('PUT /attendance/helpers', { body: { class_id, helpers: next, seen: state.seen } })
        state.seen = next
      }
      await store.refresh()
    } catch (error) {
      state.next = undefined
      await store.refresh()
      const changed = error instanceof ApiError && error.code === 'changed_meanwhile'
      const count = store.view().roll?.helpers ?? 0
      state.seen = count
      setFailure(
        changed
          ? t('rooms.roll.changed', { count })
          : t(isWithoutLine(error) ? 'rooms.roll.lost' : 'rooms.roll.failed'),
      )
    } finally {
      state.running = false
    }
    if (state.next === undefined) {
      setWanted(undefined)
    } else {
      void save()
    }
  }
  // Whoever leaves the roll, or puts the phone away, a moment after the last tap has said it all the same.
  const leave = useRef(save)
  useEffect(() => {
    leave.current = save
  })
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') {
        void leave.current()
      }
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      void leave.current()
    }
  }, [])

  const step = (next: number) => {
    setWanted(next)
    setFailure(undefined)
    saving.current.next = next
    clearTimeout(saving.current.timer)
    saving.current.timer = setTimeout(() => void save(), SAVE_AFTER_MS)
  }
  return [wanted ?? helpers, step, failure] as const
}
