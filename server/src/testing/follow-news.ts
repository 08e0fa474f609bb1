import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { News } from '@vestry/contract/rules/news-topics.ts'
import type { Refusal } from './start-test-server.ts'

export type FollowedNews = Awaited<ReturnType<typeof followNews>>

/** Listens to the news at this address with a token, on a connection of its own, and follows the rolls of these classes. */
export async function followNews(origin: string, token: string, classes: readonly number[] = []) {
  const query = classes.length > 0 ? `?class_id=${classes.join(',')}` : ''
  const request = get(`${origin}/api/news${query}`, {
    headers: { authorization: `Bearer ${token}` },
    agent: false,
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { statusCode: status, headers } = response
  const told: News[] = []
  let ended = false
  if (status === 200) {
    void read()
  }

  async function read() {
    let rest = ''
    try {
      for await (const bytes of response.setEncoding('utf8')) {
        const events = (rest + bytes).split('\n\n')
        rest = events.pop() ?? ''
        told.push(
          ...events.filter((event) => event !== ':').map((event) => JSON.parse(event.slice(6)) as News),
        )
      }
    } catch {
      // It was cut off.
    }
    ended = true
  }

  return {
    status,
    headers,
    refusal: status === 200 ? undefined : (JSON.parse(await text(response)) as Refusal),
    /** Each event in turn. */
    told,
    /** Everything as it was told last. */
    now: (): News => Object.assign({}, ...told),
    ended: () => ended,
    close: () => request.destroy(),
  }
}
