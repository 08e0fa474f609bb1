import {
  type Location,
  NavigationType,
  type Navigator,
  type To,
  UNSAFE_createBrowserHistory,
} from 'react-router'

/** Asks whether the page may be left, which gives up its unsaved changes. */
export type LeaveQuestion = () => Promise<boolean>

type Navigation = { location: Location; action: NavigationType }

/** In ms: somebody waits. */
const ENDING_TAKES_AT_MOST = 3000

const history = UNSAFE_createBrowserHistory({ v5Compat: true })
let question: LeaveQuestion | undefined
/** Asks whether the person may sign out, which gives up work that goes on beside the pages. */
let signOutQuestion: LeaveQuestion | undefined
const endings = new Set<() => Promise<unknown>>()
const lastQuestions = new Set<LeaveQuestion>()
let asking = false
/** How far the browser went before it was sent back to the guarded page; set until it has arrived there. */
let returning: number | undefined
/** Whether the next navigation was already agreed to. */
let passing = false

/**
 * Lets `ask` decide about every departure from the page until the returned function is called: links, navigation by
 * code, and the browser's back and forward. When the tab is closed, the browser itself asks.
 */
export function guardDeparture(ask: LeaveQuestion): () => void {
  question = ask
  return () => {
    if (question === ask) {
      question = undefined
    }
  }
}

/**
 * The browser's history as React Router uses it, with every departure guarded; `push` resolves with whether it went.
 */
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

/** Reports every navigation to another address; returns a function that stops that. */
export function onNavigation(listener: () => void): () => void {
  return history.listen(({ action, delta }) => {
    if (returning !== undefined) {
      void askAboutTravel(returning)
    } else if (action === NavigationType.Pop && question !== undefined && !passing && delta) {
      // The browser has already gone there: go back to the guarded page, and then ask.
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

/** The page of an address: the rolls of all classes have the same path. */
function pageOf(to: To): string {
  const { pathname, search } = history.createURL(to)
  return pathname + new URLSearchParams(search).get('class')
}

/** The person to whom this entry of the browser's history belongs; undefined if nobody has been signed in at it yet. */
export function entryOwner(): string | undefined {
  const owner: unknown = globalThis.history.state?.owner
  return typeof owner === 'string' ? owner : undefined
}

/** Marks the entry of the browser's history as this person's. */
export function claimEntry(owner: string): void {
  globalThis.history.replaceState({ ...globalThis.history.state, owner }, '')
}

/** Changes only the address of this entry of the browser's history, without asking. */
export function overwriteEntry(to: To): void {
  history.replace(to)
}

/** Whether the page may be left; asks if it has unsaved changes. */
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

/**
 * Lets `ask` decide about every sign-out until the returned function is called; the browser asks before the tab is
 * closed.
 */
export function guardSignOut(ask: LeaveQuestion): () => void {
  signOutQuestion = ask
  return () => {
    signOutQuestion = undefined
  }
}

/**
 * Lets `ask` decide about every sign-out as well, where nothing would be lost by closing the tab.
 */
export function askBeforeSignOut(ask: LeaveQuestion): void {
  lastQuestions.add(ask)
}

/** Until the returned function is called, runs `end` before a sign-out, which takes the right to do it away. */
export function endBeforeSignOut(end: () => Promise<unknown>): () => void {
  endings.add(end)
  return () => endings.delete(end)
}

/** Ends what only this person can end before signing out; with a bad connection, only what is done in a moment. */
export async function endWork(): Promise<void> {
  if (endings.size > 0 && navigator.onLine) {
    const tooLong = new Promise((resolve) => setTimeout(resolve, ENDING_TAKES_AT_MOST))
    await Promise.race([Promise.allSettled([...endings].map((end) => end())), tooLong])
  }
}

/** Whether the person may sign out: asks if something is unsaved, on the page or beside it. */
export async function askToSignOut(): Promise<boolean> {
  if (!(await askToLeave()) || (await signOutQuestion?.()) === false) {
    return false
  }
  for (const ask of lastQuestions) {
    if (!(await ask())) {
      return false
    }
  }
  return true
}

addEventListener('beforeunload', (event) => {
  if (question ?? signOutQuestion) {
    event.preventDefault()
  }
})
