import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useSearchParams } from 'react-router'
import { OpenClaims } from '../api/open-claims.tsx'
import { SilentRolls } from '../api/silent-rolls.tsx'
import { useMessages } from '../messages/use-messages.ts'
import type { AttendanceVisit } from '../ui/classes/attendance-visit.ts'
import { IconPrinter, IconUserPlus } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { useSearchState } from '../ui/people/search-list-state.ts'
import { useChurch } from '../ui/use-church.ts'
import { whenIdle } from '../ui/when-idle.ts'
import { findAttendees } from './attendance-calls.ts'
import classes from './attendance-screen.module.css'
import { AttendeeSearch, idOf } from './attendee-search.tsx'
import { ClassHead } from './class-head.tsx'
import type { GuestFields } from './guest-fields.ts'
import {
  GuestDialog,
  loadLateParts,
  RecordList,
  RollOthers,
  RoomCount,
  RoomLine,
  recordChanges,
} from './late-parts.ts'
import { LoadFailure } from './load-failure.tsx'
import type { Marker } from './pending-marks.ts'
import { RefusedMarks } from './refused-marks.tsx'
import { RollCall, type RollPlace } from './roll-call.tsx'
import { countNamed } from './roll-search.ts'
import { useEarlyQuestion } from './use-early-question.ts'
import { RollLeaveGuard, useRoll, useRollPart } from './use-roll.ts'
import { ViewSwitch } from './view-switch.tsx'

/** Queries of other screens that count attendance, or list a guest. */
const COUNTED_ELSEWHERE = ['classes', 'attendees', 'calendar']

/** One class's attendance: as a roll call, and as the records that it leaves. Both show the same marks. */
export function AttendanceScreen({ visit, person }: { visit: AttendanceVisit; person: Marker }) {
  const { t } = useMessages()
  const store = useRoll(visit.class_id, person)
  const roll = useRollPart(store, 'roll')
  const revision = useRollPart(store, 'revision')
  const failed = useRollPart(store, 'failure')
  const { rooms } = useChurch()
  const location = useLocation()
  const [params, setParams] = useSearchParams()
  const [guest, setGuest] = useState<{ typed: string }>()
  const draft = useRef<GuestFields>(undefined)
  const [called, setCalled] = useState<number>()
  const whenDue = useEarlyQuestion(store)
  const place = useRef<RollPlace>(null)

  // The keys must not act on the roll any more once the dialog is open.
  const asking = guest !== undefined
  useEffect(() => (asking ? store.hold() : undefined), [asking, store])

  const drawn = roll !== undefined
  useEffect(() => (drawn ? whenIdle(() => void loadLateParts().catch(() => undefined)) : undefined), [drawn])

  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the roll, and the last one when it is left
  useEffect(
    () => () => {
      for (const stale of COUNTED_ELSEWHERE) {
        void queries.invalidateQueries({ queryKey: [stale] })
      }
    },
    [queries, revision],
  )
  const chosen = params.get('view')
  const rosterFirst = roll?.children.some((child) => child.on_roster) ?? true
  const cancelled = roll?.cancelled === true
  const failure = roll === undefined ? failed : undefined
  const recordsFirst = chosen === 'records' || (chosen !== 'roll' && !rosterFirst)
  const shown = recordsFirst && !cancelled ? 'records' : 'roll'
  const filtered = shown === 'roll' && !cancelled && roll !== undefined && roll.children.length > 0
  /** How many of those found the roll already shows: each page has room for them besides the others. */
  const above = useRef(0)
  const search = useSearchState<Attendee>({
    find(text, page, signal) {
      if (page === 1) {
        above.current = filtered ? countNamed(roll.children, text) : 0
      }
      return findAttendees(text, page, signal, above.current)
    },
    keyOf: idOf,
  })
  const showEveryone = (from: 'box' | 'roll') => {
    // The child that was marked has to be on the page again before the focus can go there.
    flushSync(() => search.type(''))
    place.current?.goBack(from)
  }
  const show = (next: 'roll' | 'records') => {
    // The class is both in the address and in the navigation's state: both have to be passed on.
    const address = new URLSearchParams(params)
    address.set('view', next)
    setParams(address, { replace: true, state: location.state })
  }
  const add = async (attendee: Attendee) => {
    const { addAttendee } = await recordChanges.insist()
    if (await addAttendee(store, visit, attendee)) {
      setCalled(attendee.id)
    }
  }
  const openGuest = (typed: string) => {
    whenDue(() => setGuest({ typed }))
  }
  // A cancelled class has no records to look at.
  const switcher = !cancelled && <ViewSwitch shown={shown} onShow={show} />
  return (
    <div className={classes.page}>
      <RollLeaveGuard store={store} />
      <PageHeading title={t('attendance.title')}>
        {failure === undefined && (
          <Button
            className={classes.print}
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => {
              // The sheet is for the whole class.
              if (filtered) {
                flushSync(() => search.type(''))
              }
              window.print()
            }}
          >
            {t('attendance.print')}
          </Button>
        )}
      </PageHeading>
      {(failure === undefined || visit.title !== '') && <ClassHead visit={visit} roll={roll} />}
      {failure !== undefined ? (
        <>
          <LoadFailure visit={visit} failure={failure} onRetry={() => store.refresh()} />
          <RefusedMarks store={store} />
        </>
      ) : (
        <>
          {!cancelled && (
            <div className={classes.search}>
              <AttendeeSearch
                search={search}
                roll={roll}
                onAdd={(attendee) => void add(attendee)}
                onGuest={openGuest}
                filters={
                  filtered
                    ? {
                        onEnter: () => place.current?.enter() === true,
                        onClear: () => showEveryone('box'),
                      }
                    : undefined
                }
              />
              <Button
                className={classes.guest}
                variant="default"
                aria-label={t('attendance.guest.open')}
                leftSection={<IconUserPlus size={18} aria-hidden />}
                disabled={roll === undefined}
                onClick={() => openGuest('')}
              >
                {t('attendance.guest.short')}
              </Button>
            </div>
          )}
          {rooms && !cancelled && (
            <div className={classes.room}>{roll !== undefined && <RoomLine store={store} roll={roll} />}</div>
          )}
          {roll?.children.some(({ stay }) => stay !== undefined) && (
            <div className={classes.count}>
              <RoomCount of={roll.children} />
            </div>
          )}
          {roll?.claims !== undefined && <OpenClaims classId={visit.class_id} count={roll.claims} />}
          {drawn && <SilentRolls classId={visit.class_id} />}
          {shown === 'roll' ? (
            <RollCall
              ref={place}
              store={store}
              called={called}
              switcher={switcher}
              whenDue={whenDue}
              searched={filtered ? search.text : ''}
              onEveryone={() => showEveryone('roll')}
            >
              {filtered && (
                <RollOthers
                  search={search}
                  roll={roll}
                  onAdd={(attendee) => void add(attendee)}
                  onGuest={openGuest}
                />
              )}
            </RollCall>
          ) : (
            <RecordList store={store} visit={visit} switcher={switcher} />
          )}
        </>
      )}
      {guest !== undefined && (
        <GuestDialog
          store={store}
          classId={visit.class_id}
          typed={guest.typed}
          draft={draft.current}
          onTyped={(typed) => {
            draft.current = typed
          }}
          onMarked={setCalled}
          onClose={() => setGuest(undefined)}
        />
      )}
    </div>
  )
}
