import type { News, NewsTopic } from '@vestry/contract/rules/news-topics.ts'
import { useSyncExternalStore } from 'react'
import { forgetAhead } from '../calls-ahead.ts'

/** What was told last, by whichever tab of this browser listens. */
let now: News = {}
/** Whether somebody tells: if not, whoever wants to know asks. */
let told = false
const listeners = new Set<(changed: readonly NewsTopic[]) => void>()
const followers = new Set<() => void>()
/** The classes whose rolls are open in this tab, each as often as it is. */
const rolls: number[] = []

/** Calls back with what has changed, and with nothing when the telling begins or ends. */
export function onNews(listener: (changed: readonly NewsTopic[]) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether changes are told, so that nobody need ask. */
export const isTold = () => told

export function useTold(): boolean {
  return useSyncExternalStore(onNews, isTold)
}

/** The revision of a class's roll, undefined if nobody tells it. */
export function toldRevision(classId: number): string | undefined {
  const revision = told ? now[`class/${classId}`] : undefined
  return revision === undefined ? undefined : String(revision)
}

/** Has the roll of a class told too, and calls back when it is another, until the returned function is called. */
export function followRoll(classId: number, onChange: () => void): () => void {
  const stop = onNews((changed) => changed.includes(`class/${classId}`) && onChange())
  rolls.push(classId)
  tellFollowers()
  return () => {
    stop()
    rolls.splice(rolls.indexOf(classId), 1)
    tellFollowers()
  }
}

export function followedRolls(): number[] {
  return [...new Set(rolls)]
}

/** Calls back when other rolls are to be told. */
export function onFollowed(follower: () => void): () => void {
  followers.add(follower)
  return () => followers.delete(follower)
}

function tellFollowers(): void {
  for (const follower of followers) {
    follower()
  }
}

/** Takes over everything that is known now; undefined when nobody tells any more. */
export function takeNews(next: News | undefined): void {
  const before = now
  const topics = Object.keys(next ?? {}) as NewsTopic[]
  // Of a scope that is told for the first time nobody knows whether it has changed; a roll knows its own revision.
  const changed = topics.filter(
    (topic) => next?.[topic] !== before[topic] && (topic in before || topic.startsWith('class/')),
  )
  const turned = told !== (next !== undefined)
  now = next ?? before
  told = next !== undefined
  if (changed.length > 0) {
    forgetAhead()
  }
  for (const listener of listeners) {
    if (turned) {
      listener([])
    }
    if (changed.length > 0) {
      listener(changed)
    }
  }
}

/** Somebody else is signed in. */
export function forgetNews(): void {
  takeNews(undefined)
  now = {}
}
