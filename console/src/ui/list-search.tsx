import { sanitizeSearch } from '@vestry/contract/sanitize.ts'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../words/use-words.ts'
import { SearchInput } from './search-input.tsx'

const PAUSE_MS = 750

/**
 * A search box. What is typed applies after a pause, or at once with Enter; `/` anywhere on the page comes
 * here. `applied` is what the address says, and it wins when it changes by other means.
 */
export function ListSearch(props: {
  placeholder: string
  applied: string
  onSearch: (text: string) => void
}) {
  const { t } = useWords()
  const { applied } = props
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(props)
  const [typed, setTyped] = useState({ text: applied, over: applied })
  const current = typed.over === applied || sanitizeSearch(typed.text) === applied
  const text = current ? typed.text : applied

  useEffect(() => {
    latest.current = props
  })
  useEffect(() => () => clearTimeout(timer.current), [])
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

  const apply = (next: string) => {
    clearTimeout(timer.current)
    latest.current.onSearch(sanitizeSearch(next))
  }
  const type = (next: string) => {
    setTyped({ text: next, over: applied })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // Whoever has cleared the search by other means during the pause means it.
      if (latest.current.applied === applied) {
        apply(next)
      }
    }, PAUSE_MS)
  }
  return (
    <SearchInput
      ref={input}
      type="search"
      role="searchbox"
      aria-label={t('ui.search.label')}
      aria-keyshortcuts="/"
      placeholder={props.placeholder}
      value={text}
      onClear={() => {
        setTyped({ text: '', over: applied })
        apply('')
        input.current?.focus()
      }}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          apply(text)
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
