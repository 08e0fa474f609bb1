import { MAX_FOLLOWED, type News } from '@vestry/contract/rules/news-topics.ts'
import { NewsRefused, SILENCE } from './read-news.ts'
import { followedRolls, onFollowed, takeNews } from './told-news.ts'

const FIRST_WAIT = 1000
const LONGEST_WAIT = 60_000

/** What the tabs of one person in one browser say to each other. */
type Said =
  /** A tab that is to tell wants to know what the others follow. */
  | { is: 'begun' }
  | { is: 'following'; tab: string; classes: readonly number[] }
  /** What is known now; null when nothing is told any more. */
  | { is: 'told'; news: News | null }

export type SharedNews = {
  /**
   * Whether the page is looked at: one that isn't leaves the stream to another tab, or to none. Said again, a stream
   * that was lost is tried at once.
   */
  look(looking: boolean): void
  stop(): void
}

/**
 * Shares one stream of news among all tabs of a person: the tab that holds a lock reads it and tells the others, and
 * the next one takes over when it goes.
 */
export function shareNews(parts: {
  person: string
  read: (classes: readonly number[], signal: AbortSignal) => AsyncIterable<News>
  locks: Pick<LockManager, 'request'>
  /** From 0 to 1, so that a thousand browsers don't come back at the same moment. */
  random?: () => number
}): SharedNews {
  const { read, random = Math.random } = parts
  const name = `vestry.news.${parts.person}`
  const channel = new BroadcastChannel(name)
  const tab = crypto.randomUUID()
  /** While this tab tells, the rolls that the others follow, by tab. */
  let others: Map<string, readonly number[]> | undefined
  let known: News | null = null
  /** The rolls that the stream brings, or is asked to. */
  let streamed: readonly number[] = []
  /** Rolls that were refused together: the stream goes on without any until others are wanted. */
  let refused = ''
  let stopped = false
  let reading: AbortController | undefined
  let contending: AbortController | undefined
  /** Ends the wait for the next try. */
  let hurry: () => void = () => undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  const say = (said: Said) => {
    if (!stopped) {
      channel.postMessage(said)
    }
  }
  const sayFollowed = () => say({ is: 'following', tab, classes: followedRolls() })

  const wanted = () =>
    [...new Set([...followedRolls(), ...(others?.values() ?? [])].flat())]
      .toSorted((one, other) => one - other)
      .slice(0, MAX_FOLLOWED)

  function hear(news: News | null) {
    clearTimeout(silence)
    if (news !== null) {
      // A tab that the system has stopped still holds its lock.
      silence = setTimeout(takeNews, SILENCE, undefined)
    }
    takeNews(news ?? undefined)
  }

  function tell(news: News | null) {
    known = news
    say({ is: 'told', news })
    if (!stopped) {
      takeNews(news ?? undefined)
    }
  }

  /** Opens the stream anew for rolls that it doesn't bring yet. */
  function widen() {
    const rolls = wanted()
    if (others !== undefined && String(rolls) !== refused && rolls.some((one) => !streamed.includes(one))) {
      reading?.abort()
    }
  }

  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.is === 'begun') {
      sayFollowed()
    } else if (data.is === 'told') {
      if (others === undefined) {
        hear(data.news)
      }
    } else if (others !== undefined) {
      others.set(data.tab, data.classes)
      widen()
      say({ is: 'told', news: known })
    }
  }
  const stopFollowing = onFollowed(() => {
    sayFollowed()
    widen()
  })
  sayFollowed()

  async function lead(signal: AbortSignal): Promise<void> {
    clearTimeout(silence)
    others = new Map()
    say({ is: 'begun' })
    let failures = 0
    while (!signal.aborted) {
      const rolls = wanted()
      streamed = String(rolls) === refused ? [] : rolls
      reading = new AbortController()
      const { signal: widened } = reading
      try {
        let isFirst = true
        for await (const news of read(streamed, AbortSignal.any([signal, widened]))) {
          tell(isFirst ? news : { ...known, ...news })
          isFirst = false
          failures = 0
        }
      } catch (error) {
        if (error instanceof NewsRefused && [403, 404].includes(error.status) && streamed.length > 0) {
          refused = String(rolls)
          // A roll may be that of a tab which is no more.
          others = new Map()
          say({ is: 'begun' })
          continue
        }
      }
      if (!widened.aborted && !signal.aborted) {
        tell(null)
        const wait = Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT) * (0.5 + random())
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, wait)
          hurry = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        failures += 1
      }
    }
    others = undefined
    tell(null)
  }

  function leave() {
    contending?.abort()
    contending = undefined
    hurry()
  }

  return {
    look(looking) {
      if (!looking) {
        leave()
      } else if (contending !== undefined) {
        hurry()
      } else {
        const contender = new AbortController()
        contending = contender
        const { signal } = contender
        // The request is aborted when the page is left before its turn.
        parts.locks.request(name, { signal }, () => lead(signal)).catch(() => undefined)
        sayFollowed()
      }
    },
    stop() {
      say({ is: 'following', tab, classes: [] })
      stopped = true
      stopFollowing()
      leave()
      clearTimeout(silence)
      channel.close()
    },
  }
}
