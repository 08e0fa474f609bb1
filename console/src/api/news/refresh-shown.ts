import type { Query } from '@tanstack/react-query'
import type { NewsTopic } from '@vestry/contract/rules/news-topics.ts'
import { queryClient } from '../query-client.ts'
import { isTold, onNews } from './told-news.ts'

/** What a page shows of each topic, by the beginning of its query's key. Forms are left alone: they ask when they save. */
const SHOWN: readonly (readonly [topic: NewsTopic, ...keys: readonly (readonly string[])[]])[] = [
  ['preaching', ['preaching', 'list'], ['preaching', 'names'], ['getting-started']],
  ['attendees', ['attendees', 'list'], ['today']],
  ['families', ['families', 'list']],
  ['classes', ['classes', 'list'], ['today'], ['getting-started']],
  ['sunday_school', ['today'], ['classes', 'list']],
  ['audit', ['audit'], ['staff', 'list']],
]

/** How long nothing must have been touched before what is shown may change, in milliseconds. */
const AT_REST = 1000
/** What is shown is asked for again at most this often, in milliseconds. */
const AT_MOST_EVERY = 5000
const MOVES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Asks again for what the page shows when it is told to be old: at once when the page is at rest, and never under a
 * hand, an open menu or a question.
 */
export function refreshShown(): void {
  const stale = new Set<NewsTopic>()
  let isPlanned = false
  let moved = 0
  let refreshed = -AT_MOST_EVERY

  for (const move of MOVES) {
    addEventListener(
      move,
      () => {
        moved = performance.now()
      },
      { passive: true, capture: true },
    )
  }
  const plan = (after: number) => {
    if (!isPlanned) {
      isPlanned = true
      setTimeout(refresh, after)
    }
  }
  const refresh = () => {
    isPlanned = false
    const wait = Math.max(moved + AT_REST, refreshed + AT_MOST_EVERY) - performance.now()
    if (wait > 0 || mustWait()) {
      plan(Math.max(wait, AT_REST))
      return
    }
    refreshed = performance.now()
    const keys = SHOWN.flatMap(([topic, ...of]) => (stale.has(topic) ? of : []))
    stale.clear()
    void queryClient.invalidateQueries({ predicate: ({ queryKey }: Query) => isOneOf(keys, queryKey) })
  }
  onNews((changed) => {
    // What was read before the telling began may have changed in between.
    const old = changed.length === 0 && isTold() ? SHOWN.map(([topic]) => topic) : changed
    for (const topic of old) {
      stale.add(topic)
    }
    if (old.length > 0) {
      plan(0)
    }
  })
}

const isOneOf = (keys: readonly (readonly string[])[], key: readonly unknown[]) =>
  keys.some((one) => one.every((part, at) => key[at] === part))

/** Whether nobody looks, or something is open that is about what is shown. */
function mustWait(): boolean {
  return (
    document.visibilityState !== 'visible' ||
    document.querySelector(':popover-open, dialog[open], [role=dialog]') !== null
  )
}
