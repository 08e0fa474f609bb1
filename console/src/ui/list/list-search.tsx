import { sanitizeSearch } from '@vestry/contract/text/sanitize.ts'
import { type Ref, startTransition, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { SearchInput } from './search-input.tsx'

const PAUSE_MS = 750

/** What other components can do to a search box. */
export type SearchBox = {
  /** Removes text that is typed but not applied yet; returns whether there was any. */
  drop: () => boolean
}

/**
 * A search box. The typed text applies after a pause, or at once with Enter; `/` anywhere on the page comes here.
 * `applied` is the text in the address, which wins when it changes by other means.
 */
export function ListSearch(props: {
  ref?: Ref<SearchBox>
  placeholder: string
  /** What it searches, if the placeholder doesn't say it: its name, and shown below it. */
  label?: string | undefined
  help?: string | undefined
  applied: string
  /** How the typed text is cleaned; without it, by `sanitizeSearch`. */
  clean?: ((text: string) => string) | undefined
  /** With `over`, only if the search is still `over`, and was not changed by other means. */
  onSearch: (text: string, over?: string) => void
}) {
  const { t } = useMessages()
  const { applied, clean = sanitizeSearch } = props
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(props.onSearch)
  // `sent` is what this box has asked for last, which `applied` says a moment later.
  const [box, setBox] = useState({ text: applied, sent: applied, seen: applied })
  if (box.seen !== applied) {
    const theirs = box.sent !== applied
    setBox({ ...box, seen: applied, ...(theirs && { text: applied, sent: applied }) })
  }

  useEffect(() => {
    latest.current = props.onSearch
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useImperativeHandle(props.ref, () => ({
    drop() {
      clearTimeout(timer.current)
      setBox((now) => ({ ...now, text: now.sent }))
      return clean(box.text) !== box.sent
    },
  }))
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        input.current?.focus()
        input.current?.select()
      }
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  const apply = (text: string, over?: string) => {
    clearTimeout(timer.current)
    const sent = clean(text)
    setBox((now) => ({ ...now, sent }))
    // The box is drawn again with the new address, or with one that the browser went back to before that was drawn.
    startTransition(() => {
      setBox((now) => ({ ...now, seen: sent }))
      latest.current(sent, over)
    })
  }
  const type = (text: string) => {
    setBox((now) => ({ ...now, text }))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // If the person has changed the search by other means during the pause, that change wins.
      if (input.current?.value === text) {
        apply(text, box.sent)
      }
    }, PAUSE_MS)
  }
  return (
    <SearchInput
      ref={input}
      type="search"
      role="searchbox"
      aria-label={props.label ?? t('ui.search.label')}
      description={props.help}
      inputWrapperOrder={['input', 'description']}
      aria-keyshortcuts="/"
      placeholder={props.placeholder}
      value={box.text}
      onClear={() => {
        setBox((now) => ({ ...now, text: '' }))
        apply('')
        input.current?.focus()
      }}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          apply(event.currentTarget.value)
        }
      }}
    />
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, dialog') !== null)
  )
}
