import { sanitize } from '@vestry/contract/text/sanitize.ts'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 750

/** One page of a search's matches, with their number on all pages. */
export type Matches<Row> = {
  rows: readonly Row[]
  total: number
  /** There are more than `total`, but the server stopped counting there. */
  totalExceeded?: boolean | undefined
}

type Found<Row> = Matches<Row> & {
  text: string
  pages: number
  failure?: Error
  /** The next page could not be loaded. */
  stuck?: boolean
}

export type SearchState<Row> = ReturnType<typeof useSearchState<Row>>

/** The text in a search box, and its matches: loaded after a pause, or at once on request. */
export function useSearchState<Row>({
  find,
  keyOf,
}: {
  find: (text: string, page: number, signal: AbortSignal) => Promise<Matches<Row>>
  keyOf: (row: Row) => string | number
}) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found<Row>>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
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
    const answer = await find(wanted, 1, run.signal).then(
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
  return {
    text,
    found,
    open,
    setOpen,
    active,
    setActive,
    search,
    type(next: string) {
      setText(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void search(next), sanitize(next) === '' ? 0 : PAUSE_MS)
    },
    /** Adds the next page; `beforeShown` moves the focus, since the button may be gone then. */
    async showMore(before: Found<Row>, beforeShown: () => void) {
      running.current?.abort()
      const run = new AbortController()
      running.current = run
      const answer = await find(before.text, before.pages + 1, run.signal).then(
        ({ rows, total, totalExceeded }): Found<Row> => {
          const known = new Set(before.rows.map(keyOf))
          const more = rows.filter((row) => !known.has(keyOf(row)))
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
        beforeShown()
        setFound(answer)
        setActive(answer.rows.length > before.rows.length ? before.rows.length : active)
      }
    },
  }
}
