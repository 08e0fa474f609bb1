import { sanitize } from '@vestry/contract/sanitize.ts'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { countText } from './count-text.ts'
import { Reference, referenceOf } from './reference.tsx'
import { SearchInput } from './search-input.tsx'
import classes from './search-list.module.css'
import option from './search-list-option.module.css'

const PAUSE_MS = 750

/** One page of what a search finds, with how many there are on all pages. */
export type Matches<Row> = {
  rows: readonly Row[]
  total: number
  /** There are more than `total`, which the server counts no further. */
  totalExceeded?: boolean | undefined
}

type Found<Row> = Matches<Row> & {
  text: string
  pages: number
  failure?: Error
  /** The next page could not be had. */
  stuck?: boolean
}

/**
 * A search box whose matches float below it, each with a button that does something with it. What is typed
 * applies after a pause, or at once with Enter; with the matches in sight Enter takes the first one, or the
 * one that the arrows chose. Escape closes the list, and the focus stays in the box. It always says how many
 * matches there are; those that are not shown yet are a button away.
 */
export function SearchList<Row>(props: {
  label: string
  placeholder: string
  find: (text: string, page: number, signal: AbortSignal) => Promise<Matches<Row>>
  keyOf: (row: Row) => string | number
  nameOf: (row: Row) => string
  draw: (row: Row) => ReactNode
  /** What the button of each match says. */
  action: string
  onAct: (row: Row) => void
  /** Offered below the matches once all are shown, and when there are none. */
  beside?: ((text: string) => ReactNode) | undefined
}) {
  const { t } = useMessages()
  const id = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found<Row>>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<AbortController>(undefined)

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      running.current?.abort()
    },
    [],
  )

  const search = async (typed: string) => {
    clearTimeout(timer.current)
    running.current?.abort()
    const wanted = sanitize(typed)
    if (wanted === '') {
      setOpen(false)
      setFound(undefined)
      return
    }
    const run = new AbortController()
    running.current = run
    const answer = await props.find(wanted, 1, run.signal).then(
      (matches): Found<Row> => ({ text: wanted, pages: 1, ...matches }),
      (error: unknown): Found<Row> => ({
        text: wanted,
        pages: 0,
        rows: [],
        total: 0,
        failure: error instanceof Error ? error : new Error(String(error)),
      }),
    )
    if (!run.signal.aborted) {
      setFound(answer)
      setActive(0)
      setOpen(true)
    }
  }
  const showMore = async (before: Found<Row>) => {
    running.current?.abort()
    const run = new AbortController()
    running.current = run
    const answer = await props.find(before.text, before.pages + 1, run.signal).then(
      ({ rows, total, totalExceeded }): Found<Row> => {
        const known = new Set(before.rows.map(props.keyOf))
        const more = rows.filter((row) => !known.has(props.keyOf(row)))
        const all = [...before.rows, ...more]
        return {
          text: before.text,
          pages: before.pages + 1,
          rows: all,
          total: rows.length > 0 ? total : all.length,
          totalExceeded,
        }
      },
      (): Found<Row> => ({ ...before, stuck: true }),
    )
    if (!run.signal.aborted) {
      // The button may be gone now; the box knows the keys that go on from here.
      input.current?.focus()
      setFound(answer)
      setActive(answer.stuck === true ? active : before.rows.length)
    }
  }
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void search(next), sanitize(next) === '' ? 0 : PAUSE_MS)
  }
  const act = (row: Row) => {
    setOpen(false)
    // A dialog that follows gives the focus back to where it was: the box, ready for the next name.
    input.current?.focus()
    input.current?.select()
    props.onAct(row)
  }
  const rows = found?.rows ?? []
  const choose = (next: number) => {
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const row = rows[active]
    if (step !== undefined && found !== undefined) {
      event.preventDefault()
      if (open && rows.length > 0) {
        choose((active + step + rows.length) % rows.length)
      }
      setOpen(true)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (open && row !== undefined && found?.text === sanitize(text)) {
        act(row)
      } else {
        void search(text)
      }
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }
  const close = () => {
    setOpen(false)
    input.current?.focus()
  }
  const listed = open && rows.length > 0
  const hidden = Math.max(0, (found?.total ?? 0) - rows.length)
  const count = countText(found?.total ?? 0, found?.totalExceeded)
  const part = t('ui.searchList.part', { shown: rows.length, count })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears when the focus has left all that is inside
    <div
      ref={box}
      className={classes.box}
      onBlur={(event) => {
        if (event.relatedTarget !== null && box.current?.contains(event.relatedTarget) !== true) {
          setOpen(false)
        }
      }}
    >
      <SearchInput
        ref={input}
        role="combobox"
        aria-label={props.label}
        aria-expanded={listed}
        aria-haspopup="grid"
        aria-autocomplete="list"
        aria-controls={listed ? `${id}-list` : undefined}
        aria-activedescendant={listed ? `${id}-${active}` : undefined}
        placeholder={props.placeholder}
        value={text}
        onClear={() => {
          type('')
          close()
        }}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={() => found !== undefined && setOpen(true)}
        onKeyDown={press}
      />
      {open && found !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from any of its buttons
        <div
          className={classes.list}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation()
              close()
            }
          }}
        >
          {rows.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a combobox's grid (ARIA 1.2), not a table of data
            <div role="grid" id={`${id}-list`} aria-label={props.label}>
              {rows.map((row, at) => (
                // biome-ignore lint/a11y/useSemanticElements: see above
                // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active row
                <div
                  key={props.keyOf(row)}
                  id={`${id}-${at}`}
                  role="row"
                  aria-selected={at === active}
                  className={`${classes.row} ${option.option}`}
                >
                  {/* biome-ignore lint/a11y/useSemanticElements: see above */}
                  {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
                  <div role="gridcell" className={classes.cell}>
                    {props.draw(row)}
                  </div>
                  {/* biome-ignore lint/a11y/useSemanticElements: see above */}
                  {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
                  <div role="gridcell">
                    <button
                      type="button"
                      className={classes.action}
                      aria-label={`${props.action}: ${props.nameOf(row)}`}
                      onClick={() => act(row)}
                    >
                      {props.action}
                    </button>
                  </div>
                </div>
              ))}
            </div>
          )}
          {rows.length === 0 && (
            <div className={classes.none} data-failed={found.failure !== undefined || undefined}>
              {found.failure?.message ?? t('ui.searchList.none', { text: found.text })}
              <Reference id={referenceOf(found.failure)} />
            </div>
          )}
          {hidden > 0 && (
            <div className={classes.hidden}>
              <span>{part}</span>
              <button type="button" className={classes.action} onClick={() => void showMore(found)}>
                {t('ui.growing.more')}
              </button>
              {found.stuck === true && <p>{t('ui.growing.moreFailed')}</p>}
            </div>
          )}
          {hidden === 0 && found.failure === undefined && props.beside !== undefined && (
            <div className={classes.beside}>{props.beside(found.text)}</div>
          )}
        </div>
      )}
      <div role="status" className="visually-hidden">
        {open &&
          found !== undefined &&
          (hidden > 0 ? part : t('ui.searchList.count', { count: rows.length }))}
      </div>
    </div>
  )
}
