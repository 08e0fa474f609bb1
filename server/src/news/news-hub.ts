import { Readable } from 'node:stream'
import type { AuditKind } from '@vestry/contract/rules/audit-kinds.ts'
import type { News, NewsTopic } from '@vestry/contract/rules/news-topics.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { ApiError } from '../http/api-errors.ts'
import { type Caller, may } from '../http/caller.ts'
import type { LookAgain } from '../http/mount-routes.ts'
import { readCounters } from './news-sql.ts'

/** The revision of a class's roll for a person; undefined if it isn't theirs to see, or is no more. */
export type RevisionOfRoll = (class_id: number, caller: Caller) => string | undefined
/** Reads the revisions of rolls, all in one query. */
export type ReadRolls = (db: Kysely<Tables>, classes: readonly number[]) => Promise<RevisionOfRoll>

/** In milliseconds. */
export type NewsTimes = {
  /** How long writes are gathered before they are told, beside one more for each stream: their cost stays bounded. */
  gather: number
  /** The least time between two news of the scopes and the audit trail: on a Sunday each mark is a change of one. */
  between: number
  /** How often it is looked whether a person may still listen; also a sign of life for proxies. */
  look: number
}
const TIMES: NewsTimes = { gather: 40, between: 3000, look: 25_000 }

/** A person's browsers and telephones have one stream each; a small church may share an account. */
const MAX_OF_ONE_PERSON = 32
/** How many bytes may wait for a client that doesn't read before its stream ends. */
const MAX_WAITING = 64 * 1024

/** After these a sign-in may have ended, or a person's rights may be others. */
const ENDS_RIGHTS =
  /^(account_deleted|device_forgotten|groups_|password_|refresh_token_reused|rights_|second_factor_|sign_out|staff_)/

type Listener = {
  stream: Readable
  classes: readonly number[]
  caller: Caller
  lookAgain: LookAgain
  told: News
  beat: NodeJS.Timeout
}

export type NewsHub = ReturnType<typeof createNewsHub>

/**
 * Tells everybody who listens to this process what is now another: one reading of the counters after a write, however
 * many listen, and none while nobody does.
 */
export function createNewsHub(parts: {
  database: Database
  readRolls: ReadRolls
  reportError: (error: unknown) => void
  times?: NewsTimes
}) {
  const { database, readRolls, reportError, times = TIMES } = parts
  const listeners = new Set<Listener>()
  let unfollow: (() => void) | undefined
  let planned: NodeJS.Timeout | undefined
  /** When somebody was last told of a scope, and what tells of it again when the time has come. */
  let scopesTold = Number.NEGATIVE_INFINITY
  let later: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let looksAgain = false
  let closed = false

  /** Plans to tell; what is written until then is told with it. */
  function wake() {
    if (planned === undefined && listeners.size > 0) {
      planned = setTimeout(() => {
        planned = undefined
        turn = turn.then(tellAll)
      }, times.gather + listeners.size)
    }
  }

  async function tellAll() {
    try {
      if (looksAgain) {
        looksAgain = false
        await Promise.all([...listeners].map(lookAt))
      }
      const all = [...listeners]
      if (all.length === 0) {
        return
      }
      const ofAudit = all.some(({ caller }) => may(caller, 'administer'))
      const classes = [...new Set(all.flatMap((one) => one.classes))]
      const [{ audit, door, ...scopes }, revisionOf] = await Promise.all([
        readCounters(database.sql, ofAudit),
        readRolls(database.sql, classes),
      ])
      const wait = scopesTold + times.between - performance.now()
      if (wait > 0) {
        clearTimeout(later)
        later = setTimeout(wake, wait).unref()
      }
      for (const listener of all) {
        const rolls = rollsOf(listener, revisionOf)
        // Whoever works at the door is told at once, as of a roll.
        const news = rolls && { ...rolls, ...(may(listener.caller, 'door') && { door }) }
        if (news === undefined) {
          end(listener)
        } else if (wait <= 0 || !('classes' in listener.told)) {
          tell(listener, { ...scopes, ...(may(listener.caller, 'administer') && { audit }), ...news })
        } else {
          tell(listener, news)
        }
      }
    } catch (error) {
      // Nothing can be told: whoever listens asks, and is told by each call what is the matter.
      reportError(error)
      endAll()
    }
  }

  function tell(listener: Listener, news: News) {
    const { told } = listener
    const changed = Object.entries(news).filter(([topic, now]) => told[topic as NewsTopic] !== now)
    if (changed.length > 0) {
      if (changed.some(([topic]) => topic in told && topic !== 'door' && !topic.startsWith('class/'))) {
        scopesTold = performance.now()
      }
      Object.assign(told, news)
      send(listener, `data: ${JSON.stringify(Object.fromEntries(changed))}\n\n`)
    }
  }

  function send(listener: Listener, text: string) {
    const { stream } = listener
    if (listeners.has(listener)) {
      stream.push(text)
      if (stream.readableLength > MAX_WAITING) {
        stream.destroy()
      }
    }
  }

  /** Ends a stream that its listener may no longer have; the next try is told why. */
  async function lookAt(listener: Listener) {
    try {
      listener.caller = await listener.lookAgain()
    } catch {
      end(listener)
    }
  }

  function end(listener: Listener) {
    forget(listener)
    listener.stream.push(null)
  }

  function endAll() {
    for (const listener of listeners) {
      end(listener)
    }
  }

  function forget(listener: Listener) {
    clearInterval(listener.beat)
    listeners.delete(listener)
    if (listeners.size === 0) {
      unfollow?.()
      unfollow = undefined
    }
  }

  return {
    /** A stream of news for a person, which ends by itself when they may no longer have it. */
    follow(asked: Pick<Listener, 'classes' | 'caller' | 'lookAgain'>): Readable {
      if (
        [...listeners].filter(({ caller }) => caller.sub === asked.caller.sub).length >= MAX_OF_ONE_PERSON
      ) {
        throw new ApiError('too_many_requests', 'You follow the news in too many browsers at once.')
      }
      const stream = new Readable({ read: () => undefined })
      const beat = setInterval(async () => {
        await lookAt(listener)
        send(listener, ':\n\n')
      }, times.look)
      const listener: Listener = { ...asked, stream, told: {}, beat }
      stream.once('close', () => forget(listener))
      listeners.add(listener)
      unfollow ??= database.writes.follow(wake)
      wake()
      if (closed) {
        end(listener)
      }
      return stream
    },

    /** An entry of the audit trail was made in this process. */
    noteEntry(kind: AuditKind) {
      if (ENDS_RIGHTS.test(kind)) {
        looksAgain = true
        wake()
      }
    },

    /** Ends all streams, so that a stop waits for none. */
    close() {
      closed = true
      endAll()
    },
  }
}

/** The news of the rolls that a listener follows; undefined if one of them is no longer theirs. */
function rollsOf({ classes, caller }: Listener, revisionOf: RevisionOfRoll): News | undefined {
  const news: News = {}
  for (const class_id of classes) {
    const revision = revisionOf(class_id, caller)
    if (revision === undefined) {
      return undefined
    }
    news[`class/${class_id}`] = revision
  }
  return news
}
