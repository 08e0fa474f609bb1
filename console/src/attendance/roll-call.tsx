import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSmallPhotos } from '../api/people/small-photos.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ListNotice } from '../ui/list/list-notice.tsx'
import { IconUsers } from '../ui/look/icons.ts'
import { ErasedRows } from './erased-rows.tsx'
import { KeptGuestsList } from './kept-guests-list.tsx'
import { keptByChild, keptWork } from './kept-in-roll.ts'
import { AbsenceDialog, recordChanges } from './late-parts.ts'
import { RollBar } from './roll-bar.tsx'
import classes from './roll-call.module.css'
import type { RollCallStore } from './roll-call-store.ts'
import { countStates, isUnsaved, nameOf, shownState, unsavedCount } from './roll-marks.ts'
import { RollRow } from './roll-row.tsx'
import { searchRoll } from './roll-search.ts'
import { useRollView } from './use-roll.ts'
import { useRollKeys } from './use-roll-keys.ts'

const FIRST_ROWS = [1, 2, 3, 4, 5, 6]
const TREMBLE_MS = 600

/** How the search box moves the focus in the roll. */
export type RollPlace = {
  /** Moves to the first child shown, if there is one. */
  enter: () => boolean
  /**
   * When everybody is shown again, moves to the child that was marked or opened meanwhile; otherwise stays in the box.
   */
  goBack: (from: 'box' | 'roll') => void
}

/** Everybody on one page, each with Present and Absent; below them the counts and the state of saving. */
export function RollCall(props: {
  store: RollCallStore
  /** The child that was added a moment ago: the cursor moves there. */
  called: number | undefined
  switcher: ReactNode
  /** Runs work that marks the class, once it is certain that it may be marked. */
  whenDue: (work: () => void) => void
  /** The search text: the roll shows those whom it finds, and `children` shows other people whom it finds. */
  searched: string
  onEveryone: () => void
  children: ReactNode
  ref: Ref<RollPlace>
}) {
  const { t } = useMessages()
  const { store, called, whenDue, searched } = props
  const view = useRollView(store)
  const { roll } = view
  const list = useRef<HTMLUListElement>(null)
  const [cursor, setCursor] = useState<number>()
  const [open, setOpen] = useState<number>()
  const [away, setAway] = useState<number>()
  const { data: work = [] } = useQuery(keptWork)
  const [said, setSaid] = useState('')
  /** While only children who are not recorded are shown: those who weren't when that began. */
  const [only, setOnly] = useState<ReadonlySet<number>>()

  const all = roll?.children ?? []
  const filtered = searched.trim() !== ''
  if (filtered && only !== undefined) {
    setOnly(undefined)
  }
  const children = searchRoll(all, searched).filter(
    (child) =>
      only === undefined || only.has(child.attendee_id) || shownState(view, child) === 'not_recorded',
  )
  const at = children.find((child) => child.attendee_id === cursor)
  const current = (at ?? children.find((child) => shownState(view, child) === 'not_recorded') ?? children[0])
    ?.attendee_id
  const counts = countStates(view)
  const leaving = all.find((child) => child.attendee_id === away)
  const kept = keptByChild(work, roll?.class_id ?? 0)
  const smallOf = useSmallPhotos(all.map(({ attendee_id, photo }) => ({ id: attendee_id, photo })))
  const faces = all.some(({ photo }) => photo !== undefined)

  /** The child that was marked or opened while the roll is filtered. */
  const touched = useRef<number>(undefined)
  useEffect(() => {
    if (filtered) {
      touched.current = undefined
    }
  }, [filtered])
  const goTo = (id: number, part?: string, block: ScrollLogicalPosition = 'nearest') => {
    setCursor(id)
    const row = list.current?.querySelector(`[data-child="${id}"]`)
    const button = row?.querySelector<HTMLElement>(part ?? '[data-mark=present]')
    button?.focus({ preventScroll: true })
    row?.scrollIntoView({ block })
  }
  const say = (id: number, state: RollState) => {
    const child = all.find((one) => one.attendee_id === id)
    setSaid(child === undefined ? '' : `${nameOf(child)}: ${t(`attendance.state.${state}`)}`)
  }
  const undo = () => {
    const step = view.steps.at(-1)
    store.undo()
    const [first] = step ?? []
    if (step?.length === 1 && first !== undefined) {
      setCursor(first.id)
      say(first.id, first.from)
      list.current?.querySelector(`[data-child="${first.id}"]`)?.scrollIntoView({ block: 'nearest' })
    } else if (step !== undefined) {
      setSaid(t('attendance.undone', { count: step.length }))
    }
    return first?.id
  }
  useRollKeys({
    rests: () => roll?.cancelled !== false || store.held(),
    list,
    ids: children.map((child) => child.attendee_id),
    current,
    goTo,
    mark(id, state, next) {
      whenDue(() => {
        store.mark([id], state)
        say(id, state)
        goTo(next)
        touched.current = id
      })
    },
    undo,
    leave: filtered ? props.onEveryone : undefined,
  })
  const [onMark] = useState(() => {
    let last = { id: 0, at: 0 }
    return (id: number, state: RollState) => {
      // A second tap removes the mark again, but not if the finger only trembled.
      const trembled = state === 'not_recorded' && last.id === id && Date.now() - last.at < TREMBLE_MS
      if (!trembled) {
        whenDue(() => {
          store.mark([id], state)
          last = { id, at: Date.now() }
        })
      }
      // To move the cursor has the browser look anew at all that may have the focus: the mark is shown before that.
      setTimeout(setCursor, 0, id)
      touched.current = id
    }
  })
  const [onComment] = useState(() => (id: number) => {
    void recordChanges.insist().then(({ commentOn }) => commentOn(store, id))
  })
  const [onOpen] = useState(() => (id: number) => {
    setOpen((before) => (before === id ? undefined : id))
    setCursor(id)
    touched.current = id
  })

  const [went, setWent] = useState<number>()
  const arrived = all.some((child) => child.attendee_id === called)
  if (called !== went && arrived) {
    setWent(called)
    setCursor(called)
  }
  useEffect(() => {
    if (went !== undefined) {
      const row = list.current?.querySelector(`[data-child="${went}"]`)
      row?.scrollIntoView({ block: 'center' })
      touched.current = went
      // The button that added the child is gone.
      if (document.activeElement === document.body) {
        row?.querySelector<HTMLElement>('[data-mark=present]')?.focus({ preventScroll: true })
      }
    }
  }, [went])
  useImperativeHandle(props.ref, () => ({
    enter() {
      const [first] = children
      if (first !== undefined) {
        goTo(first.attendee_id)
      }
      return first !== undefined
    },
    goBack(from) {
      if (touched.current !== undefined) {
        goTo(touched.current, undefined, 'center')
      } else if (from === 'roll' && current !== undefined) {
        goTo(current)
      }
    },
  }))

  if (roll === undefined) {
    return (
      <>
        <div className={classes.filter}>{props.switcher}</div>
        <div className={classes.skeleton} aria-hidden>
          {FIRST_ROWS.map((row) => (
            <span key={row} />
          ))}
        </div>
      </>
    )
  }
  if (all.length === 0) {
    return (
      <>
        <div className={classes.filter}>{props.switcher}</div>
        <ErasedRows erased={roll.erased} />
        <ListNotice
          icon={<IconUsers size={32} stroke={1.5} aria-hidden />}
          title={t('attendance.roll.none')}
          text={t(roll.cancelled ? 'attendance.roll.none.cancelled' : 'attendance.roll.none.text')}
        >
          <Button component={Link} to={paths.roster(roll.series_id)} variant="default">
            {t('attendance.roll.roster')}
          </Button>
        </ListNotice>
      </>
    )
  }
  const closed = roll.cancelled
  const howKept = view.unkept ? 'attendance.saving.unkeptMark' : 'attendance.saving.keptMark'
  const sum = t('attendance.find.count', { shown: children.length, count: all.length })
  return (
    <>
      {filtered && (
        <div className={classes.filter}>
          <p className={classes.sum} aria-hidden>
            {sum}
          </p>
          <button className={classes.only} type="button" onClick={props.onEveryone}>
            {t('attendance.find.everyone')}
          </button>
        </div>
      )}
      {!closed && !filtered && (
        <div className={classes.filter}>
          {props.switcher}
          <button
            className={classes.only}
            type="button"
            aria-pressed={only !== undefined}
            disabled={only === undefined && counts.not_recorded === 0}
            onClick={() => {
              const open = all.filter((child) => shownState(view, child) === 'not_recorded')
              setOnly(only === undefined ? new Set(open.map((child) => child.attendee_id)) : undefined)
            }}
          >
            {t('attendance.roll.only')}
          </button>
          <p className={classes.keys}>{t('attendance.roll.keys')}</p>
        </div>
      )}
      <ul ref={list} className={classes.list} aria-label={t('attendance.view.roll')}>
        {children.map((child) => (
          <RollRow
            key={child.attendee_id}
            child={child}
            state={shownState(view, child)}
            picture={smallOf(child)}
            faces={faces}
            current={child.attendee_id === current}
            open={child.attendee_id === open}
            waits={view.saving === 'kept' && isUnsaved(view, child.attendee_id) ? howKept : undefined}
            closed={closed}
            onMark={onMark}
            onOpen={onOpen}
            written={kept.get(child.attendee_id)}
            fromDevice={view.keptAt !== undefined}
            onComment={onComment}
            onAway={setAway}
          />
        ))}
      </ul>
      {!filtered && only === undefined && <ErasedRows erased={roll.erased} />}
      {filtered && children.length === 0 && (
        <p className={classes.nobody}>{t('attendance.find.none', { text: searched.trim() })}</p>
      )}
      <KeptGuestsList classId={roll.class_id} work={work} />
      {props.children}
      {(!closed || unsavedCount(view) > 0) && (
        <RollBar
          store={store}
          view={view}
          counts={counts}
          filtered={filtered}
          onUndo={undo}
          onAll={() => whenDue(store.markAllPresent)}
        />
      )}
      <div role="status" className="visually-hidden">
        {said}
      </div>
      <div role="status" className="visually-hidden">
        {filtered && sum}
      </div>
      {leaving !== undefined && (
        <AbsenceDialog store={store} child={leaving} onClose={() => setAway(undefined)} />
      )}
      <p className={classes.signature}>{t('attendance.print.signature')}</p>
    </>
  )
}
