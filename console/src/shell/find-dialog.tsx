import { CloseButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Found, FoundPerson } from '@vestry/contract/find.ts'
import { isFindable } from '@vestry/contract/search-key.ts'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { useChurchToday } from '../api/use-church-today.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { attendanceAddress } from '../ui/attendance-visit.ts'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import type { Icon } from '../ui/draw-icon.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import {
  IconArrowRight,
  IconChalkboard,
  IconMicrophone2,
  IconPlus,
  IconUser,
  IconUserCog,
} from '../ui/icons.ts'
import { SearchInput } from '../ui/search-input.tsx'
import option from '../ui/search-list-option.module.css'
import { formatDate, formatWallClock } from '../ui/wall-clock.ts'
import { type AppRoute, isOn } from './app-route.ts'
import classes from './find-dialog.module.css'
import { findPages } from './find-pages.ts'

const PAUSE_MS = 120

type Row = Pick<LinkProps, 'state'> & {
  to: string
  name: string
  about: string
  icon: Icon | undefined
  /** What was found for another text than the one that stands in the box by now. */
  stale?: boolean
}
type Group = { label: MessageKey; rows: readonly Row[] }
/** The keys that were held when Enter was pressed. */
type Entered = { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

/**
 * Finds pages, things to do, children, classes, sermons and staff. The box keeps the focus, the arrows choose, Enter
 * goes there, with Ctrl in another tab; each row is a link. What is typed and found is forgotten when it closes.
 */
export function FindDialog({ routes, onClose }: { routes: readonly AppRoute[]; onClose: () => void }) {
  const { t } = useMessages()
  const own = useOwnRole()
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [entered, setEntered] = useState<Entered>()
  const { found, staff, isSearching } = useFound(text, own.may('administer'))
  const describe = useRows()
  const { pages, actions } = findPages(routes, text, own)
  const known: Group[] = [
    { label: 'find.pages', rows: pages },
    { label: 'find.actions', rows: actions.map((row) => ({ ...row, icon: IconPlus })) },
  ]
  const all: Group[] = [
    // The pages stand in the menu, too: whoever has typed nothing is more likely to want something done.
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
  const idOf = (row: Row) => `${id}-${rows.indexOf(row)}`
  const choose = (row: Row | undefined) => {
    setEntered(undefined)
    setChosen(row?.to)
    if (row !== undefined) {
      document.getElementById(idOf(row))?.scrollIntoView({ block: 'nearest' })
    }
  }
  const write = (written: string) => {
    setText(written)
    choose(undefined)
  }

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      choose(rows[(at + step + rows.length) % rows.length])
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const { ctrlKey, metaKey, shiftKey } = event
      setEntered({ ctrlKey, metaKey, shiftKey })
    }
  }
  // Whoever types faster than the server answers is taken to what it finds.
  const goTo = current && !current.stale && (chosen ?? current.to) === current.to ? idOf(current) : undefined
  const isAwaited = isSearching && goTo === undefined
  useEffect(() => {
    if (entered === undefined || isAwaited) {
      return
    }
    setEntered(undefined)
    if (goTo !== undefined) {
      document
        .getElementById(goTo)
        ?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ...entered }))
    }
  }, [entered, isAwaited, goTo])
  const closeUnlessElsewhere = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      onClose()
    }
  }
  const findable = isFindable(text)
  const nothing = findable && rows.length === 0 && !isSearching && !found.failure
  return (
    <DialogFrame className={classes.find} label={t('find.title')} onEscape={onClose}>
      <div className={classes.head}>
        <SearchInput
          data-first-focus
          className={classes.box}
          size="md"
          role="combobox"
          aria-label={t('find.title')}
          aria-expanded={rows.length > 0}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={current && idOf(current)}
          placeholder={t(own.may('administer') ? 'find.placeholder.admins' : 'find.placeholder')}
          value={text}
          onClear={() => write('')}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={press}
        />
        <CloseButton size="lg" aria-label={t('find.close')} onClick={onClose} />
      </div>
      <div className={classes.answer}>
        {!findable && <p className={classes.note}>{t('find.hint')}</p>}
        <div role="listbox" id={`${id}-list`} aria-label={t('find.title')}>
          {groups.map(({ label, rows: members }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of a listbox's options
            <div key={label} role="group" aria-labelledby={`${id}-${label}`}>
              <div id={`${id}-${label}`} className={classes.label} role="presentation">
                {t(label)}
              </div>
              {members.map((row) => (
                <Link
                  key={row.to}
                  id={idOf(row)}
                  to={row.to}
                  state={row.state}
                  role="option"
                  aria-selected={row === current}
                  tabIndex={-1}
                  className={`${classes.row} ${option.option}`}
                  onClick={closeUnlessElsewhere}
                >
                  <RowIcon icon={row.icon} />
                  <span className={classes.name}>{row.name}</span>
                  <span className={classes.about}>{row.about}</span>
                </Link>
              ))}
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
    </DialogFrame>
  )
}

function RowIcon({ icon: Drawn = IconArrowRight }: { icon: Icon | undefined }) {
  return <Drawn size={18} stroke={1.75} aria-hidden />
}

/** What the server finds for a text, a moment after it was typed; of people who sign in by a call of its own. */
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

/** How what was found is written in its rows. */
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
