import { sanitize } from '@vestry/contract/text/sanitize.ts'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { countText } from '../count-text.ts'
import { SearchInput } from '../list/search-input.tsx'
import { Reference, referenceOf } from '../reference.tsx'
import classes from './search-list.module.css'
import option from './search-list-option.module.css'
import type { SearchState } from './search-list-state.ts'
import { ShowMore } from './show-more.tsx'

/**
 * A search box whose matches float below it, each with a button for an action. The typed text applies after a pause, or
 * at once with Enter; while the matches are shown, Enter takes the first one, or the one chosen with the arrows. Escape
 * closes the list, and the focus stays in the box. It always says how many matches there are; a button loads those that
 * are not shown yet.
 */
export function SearchList<Row>(props: {
  label: string
  placeholder: string
  search: SearchState<Row>
  keyOf: (row: Row) => string | number
  nameOf: (row: Row) => string
  draw: (row: Row) => ReactNode
  /** The text on the button of each match. */
  action: string
  onAct: (row: Row) => void
  /** Offered below the matches once all are shown, or if there are none. */
  beside?: ((text: string) => ReactNode) | undefined
  /** The text also filters a list below the box, which shows the matches too: nothing floats. */
  filters?: { onEnter: () => boolean; onClear: () => void } | undefined
}) {
  const { t } = useMessages()
  const id = useId()
  const { search, filters } = props
  const { text, found, active } = search
  const open = search.open && filters === undefined
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)

  const act = (row: Row) => {
    search.setOpen(false)
    // A following dialog returns the focus to where it was: the box, ready for the next name.
    input.current?.focus()
    input.current?.select()
    props.onAct(row)
  }
  const rows = found?.rows ?? []
  const choose = (next: number) => {
    search.setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const filter = (event: KeyboardEvent, { onEnter, onClear }: NonNullable<typeof filters>) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
    if (isEnter) {
      void search.search(text)
    }
    if ((isEnter || event.key === 'ArrowDown') && onEnter()) {
      event.preventDefault()
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      event.stopPropagation()
      search.type('')
      onClear()
    }
  }
  const press = (event: KeyboardEvent) => {
    if (filters !== undefined) {
      filter(event, filters)
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const row = rows[active]
    if (step !== undefined && found !== undefined) {
      event.preventDefault()
      if (open && rows.length > 0) {
        choose((active + step + rows.length) % rows.length)
      }
      search.setOpen(true)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (open && row !== undefined && found?.text === sanitize(text)) {
        act(row)
      } else {
        void search.search(text)
      }
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      search.setOpen(false)
    }
  }
  const close = () => {
    search.setOpen(false)
    input.current?.focus()
  }
  const listed = open && rows.length > 0
  const hidden = Math.max(0, (found?.total ?? 0) - rows.length)
  const count = countText(found?.total ?? 0, found?.totalExceeded)
  const part = hidden > 0 ? t('ui.searchList.part', { shown: rows.length, count }) : ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears when the focus has left all that is inside
    <div
      ref={box}
      className={classes.box}
      onBlur={(event) => {
        if (event.relatedTarget !== null && box.current?.contains(event.relatedTarget) !== true) {
          search.setOpen(false)
        }
      }}
    >
      <SearchInput
        ref={input}
        {...(filters === undefined && {
          role: 'combobox',
          'aria-expanded': listed,
          'aria-haspopup': 'grid',
          'aria-autocomplete': 'list',
          'aria-controls': listed ? `${id}-list` : undefined,
          'aria-activedescendant': listed ? `${id}-${active}` : undefined,
        })}
        aria-label={props.label}
        placeholder={props.placeholder}
        value={text}
        onClear={() => {
          search.type('')
          close()
          filters?.onClear()
        }}
        onChange={(event) => search.type(event.currentTarget.value)}
        onClick={() => found !== undefined && search.setOpen(true)}
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
            <ShowMore
              part={part}
              stuck={found.stuck === true}
              onMore={() => void search.showMore(found, () => input.current?.focus())}
            />
          )}
          {hidden === 0 && found.failure === undefined && props.beside !== undefined && (
            <div className={classes.beside}>{props.beside(found.text)}</div>
          )}
        </div>
      )}
      <div role="status" className="visually-hidden">
        {open &&
          found !== undefined &&
          (found.failure?.message ?? (hidden > 0 ? part : t('ui.searchList.count', { count: rows.length })))}
      </div>
    </div>
  )
}
