import { expect } from 'vitest'
import type { TestServer } from '../../../server/src/testing/start-test-server.ts'
import { type DeviceTime, outsidePages, type Page } from './device-pages.ts'
import { ORIGIN } from './network.ts'

/** How a device is connected; `captive`: a Wi-Fi answers with its own page. */
export type Reach = 'up' | 'down' | 'captive'
/**
 * What happens to the next change that is sent (which rolls are open is none): it is cut before it reaches the server, or after the server has made
 * it; or it arrives twice; or the device gives up on it, and it arrives long after.
 */
export type Fate = 'cut before' | 'cut after' | 'twice' | 'late'

export type Sent = { method: string; url: string; headers: Record<string, string>; body: string | undefined }
export type Received = { status: number; headers: Record<string, string>; text: string }
/** Looks on while the server answers: nothing else is asked meanwhile. */
export type Watch = (sent: Sent, answer: () => Promise<Received>) => Promise<Received>

const TAKES_MS = 30
const LATE_MS = 4000

let devices = 0

/** The line from one device to the server. */
export function createFaultyLine(server: TestServer, time: DeviceTime, watch: Watch) {
  devices += 1
  const remoteAddress = `10.9.${(devices >> 8) & 255}.${devices & 255}`
  let reach: Reach = 'up'
  let fate: Fate | undefined
  let carried = 0

  const answerOf = async ({ method, url, headers, body }: Sent): Promise<Received> => {
    const { pathname, search, host } = new URL(url, ORIGIN)
    const {
      statusCode,
      headers: given,
      body: text,
    } = await server.app.http.inject({
      ...{ method: method as 'GET', url: pathname + search, headers: { ...headers, host }, remoteAddress },
      ...(body !== undefined && { payload: body }),
    })
    const { date: _real, ...others } = given
    const texts = Object.entries(others).map(([name, value]) => [name, String(value)])
    return { status: statusCode, headers: Object.fromEntries(texts), text }
  }
  const deliver = (sent: Sent) => time.outside(() => watch(sent, () => answerOf(sent)))

  /** What is on its way goes on, also when its page was closed. */
  const onTheWay = () => outsidePages(() => time.later(TAKES_MS))
  const deliverLate = (sent: Sent) =>
    outsidePages(() => time.plan(() => void deliver(sent).catch(() => undefined), LATE_MS))

  async function carry(sent: Sent, page: Page): Promise<Received> {
    const gone = () => new TypeError('The line is gone.')
    await onTheWay()
    if (!page.open || reach === 'down') {
      throw gone()
    }
    if (reach === 'captive') {
      return { status: 200, headers: { 'content-type': 'text/html' }, text: '<h1>Pay for this Wi-Fi</h1>' }
    }
    const changes =
      sent.method !== 'GET' && sent.url.includes('/api/') && !sent.url.endsWith('/attendance/open-rolls')
    const meets = changes ? fate : undefined
    fate = changes ? undefined : fate
    if (meets === 'cut before') {
      throw gone()
    }
    if (meets === 'late') {
      deliverLate(sent)
      throw gone()
    }
    const answer = await deliver(sent)
    if (meets === 'twice') {
      deliverLate(sent)
    }
    await onTheWay()
    if (meets === 'cut after' || !page.open || (reach as Reach) === 'down') {
      throw gone()
    }
    return answer
  }

  return {
    turn(next: Reach) {
      reach = next
    },
    reach: () => reach,
    /** Whether a call is on its way. */
    isBusy: () => carried > 0,
    meet(next: Fate | undefined) {
      fate = next
    },
    /** As much of `fetch` as the console and Amplify use. */
    fetchOf:
      (page: Page) =>
      async (url: string | URL | Request, init: RequestInit = {}) => {
        const address = url instanceof Request ? url.url : String(url)
        const headers = Object.fromEntries(new Headers(init.headers))
        const body = init.body === undefined || init.body === null ? undefined : String(init.body)
        const cut = new Promise<never>((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        })
        cut.catch(() => undefined)
        const sent = { method: init.method ?? 'GET', url: address, headers, body }
        carried += 1
        const answer = carry(sent, page).finally(() => {
          carried -= 1
        })
        const { status, headers: given, text } = await Promise.race([answer, cut])
        return new Response([204, 304].includes(status) ? null : text, { status, headers: given })
      },
    /** Asks the server past all faults. */
    async ask(url: string, init: { headers: Record<string, string>; body: string }): Promise<Received> {
      const answer = await time.outside(() => answerOf({ method: 'POST', url, ...init }))
      expect(answer.status, answer.text).toBe(200)
      return answer
    },
  }
}
export type FaultyLine = ReturnType<typeof createFaultyLine>
