import type { Roll } from '@vestry/contract/calls/attendance.ts'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { sanitize } from '@vestry/contract/text/sanitize.ts'
import { useEffect, useId, useRef } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { countText } from '../ui/count-text.ts'
import list from '../ui/people/search-list.module.css'
import type { SearchState } from '../ui/people/search-list-state.ts'
import { ShowMore } from '../ui/people/show-more.tsx'
import { Reference, referenceOf } from '../ui/reference.tsx'
import { FoundAttendee, GuestOffer } from './attendee-search.tsx'
import { nameOf } from './roll-marks.ts'
import classes from './roll-others.module.css'
import { countNamed } from './roll-search.ts'

/**
 * Shown below the filtered roll: the other people whom the search finds, each with a button that adds them, or else a
 * guest.
 */
export function RollOthers(props: {
  search: SearchState<Attendee>
  roll: Roll
  onAdd: (attendee: Attendee) => void
  onGuest: (typed: string) => void
}) {
  const { t } = useMessages()
  const id = useId()
  const rows = useRef<HTMLUListElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  /** How many were shown before the focused button asked for more. */
  const before = useRef<number>(undefined)
  const { search, roll } = props
  const found = search.found?.text === sanitize(search.text) ? search.found : undefined
  const here = new Set(roll.children.map((child) => child.attendee_id))
  const others = found?.rows.filter((attendee) => !here.has(attendee.id)) ?? []
  // Some children of later pages are in sight above.
  const above =
    found === undefined ? 0 : countNamed(roll.children, found.text) - (found.rows.length - others.length)
  const hidden = Math.max(0, (found?.total ?? 0) - (found?.rows.length ?? 0) - Math.max(0, above))
  const count = countText(others.length + hidden, found?.totalExceeded)
  const part = t('ui.searchList.part', { shown: others.length, count })
  const title = t('attendance.find.others')
  const noteFocus = () => {
    before.current = document.activeElement === more.current ? others.length : undefined
  }
  useEffect(() => {
    const first = before.current === undefined ? undefined : rows.current?.children[before.current]
    first?.querySelector('button')?.focus()
    before.current = undefined
  })
  return (
    <>
      {found !== undefined && (
        <section className={classes.others} aria-labelledby={others.length > 0 ? id : undefined}>
          {others.length > 0 && (
            <>
              <h2 id={id}>{title}</h2>
              <ul ref={rows} aria-labelledby={id}>
                {others.map((attendee) => (
                  <li key={attendee.id} className={list.row}>
                    <span className={list.cell}>
                      <FoundAttendee attendee={attendee} recorded={false} />
                    </span>
                    <button
                      type="button"
                      className={list.action}
                      aria-label={`${t('attendance.add.action')}: ${nameOf(attendee)}`}
                      onClick={() => props.onAdd(attendee)}
                    >
                      {t('attendance.add.action')}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
          {found.failure !== undefined && (
            <div className={list.none} data-failed>
              {found.failure.message}
              <Reference id={referenceOf(found.failure)} />
            </div>
          )}
          {hidden > 0 && (
            <ShowMore
              button={more}
              part={part}
              stuck={found.stuck === true}
              onMore={() => void search.showMore(found, noteFocus)}
            />
          )}
          {hidden === 0 && found.failure === undefined && (
            <GuestOffer typed={found.text} onGuest={props.onGuest} />
          )}
        </section>
      )}
      <div role="status" className="visually-hidden">
        {found !== undefined && (
          <>
            <span>{title}</span>:{' '}
            <span>
              {found.failure?.message ??
                (hidden > 0 ? part : t('ui.searchList.count', { count: others.length }))}
            </span>
          </>
        )}
      </div>
    </>
  )
}
