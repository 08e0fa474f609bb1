import {
  type Location,
  NavigationType,
  type Navigator,
  type To,
  UNSAFE_createBrowserHistory,
} from 'react-router'

/** Asks whether the page may be left, and so what is unsaved on it given up. */
export type LeaveQuestion = () => Promise<boolean>

type Navigation = { location: Location; action: NavigationType }

/** In ms: somebody waits. */
const ENDING_TAKES_AT_MOST = 3000

const history = UNSAFE_createBrowserHistory({ v5Compat: true })
let question: LeaveQuestion | undefined
/** Asks whether the person may sign out, and so what goes on beside the pages be given up. */
let signOutQuestion: LeaveQuestion | undefined
const endings = new Set<() => Promise<unknown>>()
let asking = false
/** How far the browser went before it was sent back to the guarded page, until it has arrived there. */
let returning: number | undefined
/** Whether the next navigation was already agreed to. */
let passing = false

/**
 * Has `ask` decide every departure from the page until the answer is called: links, navigation by code,
 * and the browser's back and forward. Closing the tab makes the browser ask by itself.
 */
export function guardDeparture(ask: LeaveQuestion): () => void {
  question = ask
  return () => {
    if (question === ask) {
      question = undefined
    }
  }
}

/** The browser's history as React Router navigates it, every departure guarded; `push` settles with whether it went. */
export const guardedNavigator = {
  createHref: (to: To) => history.createHref(to),
  encodeLocation: (to: To) => history.encodeLocation(to),
  go: (steps: number) => history.go(steps),
  push: (to: To, state?: unknown) => leaveFor(to, () => history.push(to, state)),
  replace: (to: To, state?: unknown) => leaveFor(to, () => history.replace(to, state)),
} satisfies Navigator

export function currentNavigation(): Navigation {
  return { location: history.location, action: history.action }
}

/** Tells of every navigation at another address; returns how to stop listening. */
export function onNavigation(listener: () => void): () => void {
  return history.listen(({ action, delta }) => {
    if (returning !== undefined) {
      void askAboutTravel(returning)
    } else if (action === NavigationType.Pop && question !== undefined && !passing && delta) {
      // The browser has already gone there: go back to the guarded page, and ask once that is done.
      returning = delta
      history.go(-delta)
    } else {
      passing = false
      listener()
    }
  })
}

async function askAboutTravel(delta: number): Promise<void> {
  returning = undefined
  if (await askToLeave()) {
    passing = true
    history.go(delta)
  }
}

async function leaveFor(to: To, leave: () => void): Promise<boolean> {
  const leaves = question === undefined || pageOf(to) === pageOf(history.location) || (await askToLeave())
  if (leaves) {
    leave()
  }
  return leaves
}

/** The page that an address leads to: one path has the rolls of all classes. */
function pageOf(to: To): string {
  const { pathname, search } = history.createURL(to)
  return pathname + new URLSearchParams(search).get('class')
}

/** Whose entry of the browser's history this is; undefined where nobody was signed in at it yet. */
export function entryOwner(): string | undefined {
  const owner: unknown = globalThis.history.state?.owner
  return typeof owner === 'string' ? owner : undefined
}

/** Marks the entry of the browser's history as this person's. */
export function claimEntry(owner: string): void {
  globalThis.history.replaceState({ ...globalThis.history.state, owner }, '')
}

/** Puts another address, and nothing else, into this entry of the browser's history, without asking. */
export function overwriteEntry(to: To): void {
  history.replace(to)
}

/** Whether the page may be left; asks if something on it is unsaved. */
export async function askToLeave(): Promise<boolean> {
  if (question === undefined) {
    return true
  }
  if (asking) {
    return false
  }
  asking = true
  try {
    return await question()
  } finally {
    asking = false
  }
}

/** Has `ask` decide every sign-out until the answer is called, and the browser ask before the tab is closed. */
export function guardSignOut(ask: LeaveQuestion): () => void {
  signOutQuestion = ask
  return () => {
    signOutQuestion = undefined
  }
}

/** Has `end` done before somebody signs out who would take the right to it along, until the answer is called. */
export function endBeforeSignOut(end: () => Promise<unknown>): () => void {
  endings.add(end)
  return () => endings.delete(end)
}

/** Ends what only the person who signs out can end; on a bad line no more than is done in a moment. */
export async function endWork(): Promise<void> {
  if (endings.size > 0 && navigator.onLine) {
    const tooLong = new Promise((resolve) => setTimeout(resolve, ENDING_TAKES_AT_MOST))
    await Promise.race([Promise.allSettled([...endings].map((end) => end())), tooLong])
  }
}

/** Whether the person may sign out: asks if something is unsaved, on the page or beside it. */
export async function askToSignOut(): Promise<boolean> {
  return (await askToLeave()) && (await signOutQuestion?.()) !== false
}

addEventListener('beforeunload', (event) => {
  if (question ?? signOutQuestion) {
    event.preventDefault()
  }
})
