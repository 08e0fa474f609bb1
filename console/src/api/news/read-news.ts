import type { News } from '@vestry/contract/rules/news-topics.ts'
import { readIdentityToken } from '../../auth/session.ts'
import { apiAddress } from '../../console-config.ts'
import { writeQuery } from '../write-query.ts'

/** The server gives a sign of life more often than this; a line that is silent for longer is dead, in milliseconds. */
export const SILENCE = 60_000

/** The server has refused the stream, with this HTTP status. */
export class NewsRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The stream of news was refused with ${status}.`)
    this.status = status
  }
}

/**
 * Reads one stream of news until it ends, with the rolls of these classes: first everything, then what is another, and
 * nothing in between as a sign of life. Throws if it can't be had or breaks off.
 */
export async function* readNews(classes: readonly number[], signal: AbortSignal): AsyncGenerator<News> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const hear = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE)
  }
  try {
    hear()
    const response = await open(classes, AbortSignal.any([signal, silence.signal]))
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) {
        return
      }
      hear()
      const events = (rest + value).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        yield event.startsWith('data: ') ? (JSON.parse(event.slice('data: '.length)) as News) : {}
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

async function open(classes: readonly number[], signal: AbortSignal): Promise<Response> {
  const token = await readIdentityToken()
  // A token that is refused is left to the calls that somebody waits for: news must not end anybody's session.
  const response = await fetch(`${apiAddress()}/news${writeQuery({ class_id: classes.join(',') })}`, {
    headers: {
      Accept: 'text/event-stream',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    signal,
  })
  if (!response.ok) {
    throw new NewsRefused(response.status)
  }
  return response
}
