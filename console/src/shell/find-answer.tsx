import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Found, FoundPerson } from '@vestry/contract/calls/find.ts'
import { isFindable } from '@vestry/contract/text/search-key.ts'
import { type KeyboardEvent, type MouseEvent, useLayoutEffect } from 'react'
import { Link, type LinkProps } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { useChurchToday } from '../api/clock/use-church-today.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { attendanceAddress } from '../ui/classes/attendance-visit.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import type { Icon } from '../ui/look/draw-icon.tsx'
import {
  IconArrowRight,
  IconChalkboard,
  IconLogout,
  IconMicrophone2,
  IconPlus,
  IconUser,
  IconUserCog,
  IconUsers,
} from '../ui/look/icons.ts'
import option from '../ui/people/search-list-option.module.css'
import { formatDate, formatWallClock } from '../ui/wall-clock.ts'
import { type AppRoute, isOn } from './app-route.ts'
import classes from './find-answer.module.css'
import { findPages, rankOf } from './find-pages.ts'
import { logOut } from './log-out.ts'
import { useOtherTheme } from './use-other-theme.ts'

const PAUSE_MS = 120

/** The text in the box, the address of the row that was chosen with the arrows, and a key that waits for results. */
export type FindInput = {
  text: string
  chosen?: string | undefined
  pressed?: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>
}

type Row = Pick<LinkProps, 'state'> & {
  /** Where it leads, or what distinguishes a command from the others. */
  to: string
  /** What it does, if it leads nowhere. */
  run?: () => void
  name: string
  about: string
  icon: Icon | undefined
  /** These were found for another text than the present one in the box. */
  stale?: boolean
}
type Group = { label: MessageKey; rows: readonly Row[] }

/**
 * The results of the box: pages, actions, children, classes, sermons and staff. The arrows choose, Enter goes there
 * (with Ctrl in another tab), and each row is a link. The results are forgotten when the box closes.
 */
export function FindAnswer(props: {
  routes: readonly AppRoute[]
  input: FindInput
  /** Replaces the input when a key was handled. */
  onAnswered: (input: FindInput) => void
  listId: string
  /** Called with the id of the row to which Enter leads, if there is one. */
  onCurrent: (id: string | undefined) => void
  onClose: () => void
}) {
  const { routes, input, onAnswered, listId, onCurrent, onClose } = props
  const { text, chosen, pressed } = input
  const { t } = useMessages()
  const own = useOwnRole()
  const { found, staff, isSearching } = useFound(text, own.may('administer'))
  const describe = useRows()
  const { pages, actions } = findPages(routes, text, own)
  const commands = useCommands().filter(
    ({ name, about }) => text.trim() !== '' && rankOf(text, name, about) !== undefined,
  )
  const known: Group[] = [
    { label: 'find.pages', rows: pages },
    {
      label: 'find.actions',
      rows: [
        ...actions.map((row) => ({ ...row, icon: IconPlus })),
        ...commands.map((command) => ({ ...command, about: '' })),
      ],
    },
  ]
  const all: Group[] = [
    // The pages are in the menu, too: a person who has typed nothing is more likely to want an action.
    ...(text.trim() === '' ? known.toReversed() : known),
    ...describe(found.data, found.stale),
    { label: 'find.staff', rows: staff.data?.map((one) => personRow(one, staff.stale)) ?? [] },
  ]
  const groups = all
    .map(({ label, rows }) => ({ label, rows: rows.filter(({ to }) => isOn(to.replace(/\?.*/, ''))) }))
    .filter((group) => group.rows.length > 0)
  const rows = groups.flatMap((group) => group.rows)
  const at = Math.max(
    0,
    rows.findIndex(({ to }) => to === chosen),
  )
  const current = rows[at]
  const idOf = (row: Row) => `${listId}-${rows.indexOf(row)}`
  const optionOf = (row: Row | undefined) => row && document.getElementById(idOf(row))
  const currentId = current && idOf(current)
  useLayoutEffect(() => onCurrent(currentId), [onCurrent, currentId])

  // If a person types faster than the server responds, Enter waits for the results.
  const goTo = current && !current.stale && (chosen ?? current.to) === current.to ? current : undefined
  const isAwaited = isSearching && goTo === undefined
  // A layout effect, so that its changes are there before the next key.
  useLayoutEffect(() => {
    if (pressed === undefined) {
      return
    }
    const { key, ...held } = pressed
    if (key !== 'Enter') {
      const next = rows[(at + (key === 'ArrowDown' ? 1 : -1) + rows.length) % rows.length]
      onAnswered({ text, chosen: next?.to })
      optionOf(next)?.scrollIntoView({ block: 'nearest' })
    } else if (!isAwaited) {
      onAnswered({ text, chosen })
      optionOf(goTo)?.dispatchEvent(
        new window.MouseEvent('click', { bubbles: true, cancelable: true, ...held }),
      )
    }
  })
  const closeUnlessElsewhere = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      onClose()
    }
  }
  const leave = (run: () => void) => {
    onClose()
    run()
  }
  const findable = isFindable(text)
  const nothing = findable && rows.length === 0 && !isSearching && !found.failure
  return (
    <>
      <div className={classes.answer}>
        {!findable && <p className={classes.note}>{t('find.hint')}</p>}
        <div role="listbox" id={listId} aria-label={t('shell.find.title')}>
          {groups.map(({ label, rows: members }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of a listbox's options
            <div key={label} role="group" aria-labelledby={`${listId}-${label}`}>
              <div id={`${listId}-${label}`} className={classes.label} role="presentation">
                {t(label)}
              </div>
              {members.map((row) => {
                const { to, state, run, name, about, icon } = row
                const shared = {
                  id: idOf(row),
                  role: 'option',
                  'aria-selected': row === current,
                  tabIndex: -1,
                  className: `${classes.row} ${option.option}`,
                  children: (
                    <>
                      <RowIcon icon={icon} />
                      <span className={classes.name}>{name}</span>
                      <span className={classes.about}>{about}</span>
                    </>
                  ),
                }
                return run ? (
                  <button {...shared} key={to} type="button" onClick={() => leave(run)} />
                ) : (
                  <Link {...shared} key={to} to={to} state={state} onClick={closeUnlessElsewhere} />
                )
              })}
            </div>
          ))}
        </div>
        {found.failure && (
          <ErrorBox
            message={t('find.failed')}
            detail={found.failure.message}
            failure={found.failure}
            onRetry={found.retry}
          />
        )}
        {staff.failure && !found.failure && <p className={classes.note}>{t('find.staffFailed')}</p>}
        {isSearching && rows.length === 0 && <p className={classes.late}>{t('find.searching')}</p>}
        {nothing && <p className={classes.note}>{t('find.none', { text: text.trim() })}</p>}
      </div>
      <div role="status" className="visually-hidden">
        {text.trim() !== '' &&
          !isSearching &&
          (nothing || rows.length > 0) &&
          t('find.count', { count: rows.length })}
      </div>
    </>
  )
}

function RowIcon({ icon: Drawn = IconArrowRight }: { icon: Icon | undefined }) {
  return <Drawn size={18} stroke={1.75} aria-hidden />
}

/** The server's results for a text, a moment after it was typed; the staff come from a call of their own. */
function useFound(text: string, withStaff: boolean) {
  const [asked] = useDebouncedValue(text, PAUSE_MS)
  const findable = isFindable(text)
  const query = { text: asked }
  const options = { enabled: findable && isFindable(asked), gcTime: 0, staleTime: 0, retry: false } as const
  const found = useQuery({
    queryKey: ['find', asked],
    queryFn: ({ signal }) => callApi('GET /find', { query, signal }),
    ...options,
  })
  const staff = useQuery({
    queryKey: ['find', 'staff', asked],
    queryFn: ({ signal }) => callApi('GET /find/staff', { query, signal }),
    ...options,
    enabled: options.enabled && withStaff,
  })
  const read = <Data,>(of: { data: Data | undefined; error: Error | null; isPlaceholderData: boolean }) => ({
    data: findable ? of.data : undefined,
    failure: findable && asked === text ? of.error : null,
    stale: asked !== text || of.isPlaceholderData,
  })
  return {
    found: { ...read(found), retry: () => void found.refetch() },
    staff: read(staff),
    isSearching: findable && (asked !== text || found.isFetching || staff.isFetching),
  }
}

/** The actions that are also in the header; `about` has other words for them. */
function useCommands(): (Row & { run: () => void })[] {
  const { t } = useMessages()
  const theme = useOtherTheme()
  return [
    { to: 'theme', name: theme.name, about: t('find.also.theme'), icon: theme.icon, run: theme.switchTo },
    {
      to: 'logout',
      name: t('shell.logout'),
      about: t('find.also.logout'),
      icon: IconLogout,
      run: () => void logOut(),
    },
  ]
}

/** How the rows of the results are written. */
function useRows() {
  const { t, language } = useMessages()
  const today = useChurchToday()
  return (found: Found | undefined, stale: boolean): Group[] =>
    found === undefined
      ? []
      : [
          {
            label: 'find.children',
            rows: found.children.map(({ id, first_name, last_name, age }) => ({
              to: paths.attendee(id),
              name: `${first_name} ${last_name}`,
              about: age === null ? '' : t('find.age', { years: age }),
              icon: IconUser,
              stale,
            })),
          },
          {
            label: 'find.families',
            rows: (isOn(paths.families) ? found.families : []).map(({ id, name, children }) => ({
              to: paths.family(id),
              name,
              about: children.join(', '),
              icon: IconUsers,
              stale,
            })),
          },
          {
            label: 'find.classes',
            rows: found.classes.map(({ id: class_id, title, session_datetime, cancelled }) => {
              const session_type = session_datetime.slice(0, 10) < today ? 'history' : 'upcoming'
              const state = { class_id, title, session_datetime, session_type } as const
              const time = formatWallClock(session_datetime, language)
              return {
                to: attendanceAddress(state),
                state,
                name: title,
                about: cancelled ? `${time} · ${t('find.cancelled')}` : time,
                icon: IconChalkboard,
                stale,
              }
            }),
          },
          {
            label: 'find.sermons',
            rows: found.sermons.map(({ uuid, localizedname, event_datetime }) => ({
              to: paths.sermon(uuid),
              name: localizedname,
              about: formatDate(event_datetime, language),
              icon: IconMicrophone2,
              stale,
            })),
          },
        ]
}

function personRow({ sub, name, email }: FoundPerson, stale: boolean): Row {
  return { to: paths.editStaff(sub), name, about: name === email ? '' : email, icon: IconUserCog, stale }
}
