import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a line does with what is sent over it: `captive` is a Wi-Fi that answers everything with a page of its own. */
type LineState = 'open' | 'refused' | 'hanging' | 'captive'

export type Line = {
  /** Where browsers reach the server over this line. */
  origin: string
  /** Ends all connections, and from then on treats new ones like this. */
  set(state: LineState): void
  /** What a captive Wi-Fi answers, besides its page; without a `location` it answers 200. */
  captiveAnswers(headers: { location?: string }): void
  /** Ends everything. */
  close(): Promise<void>
}

/**
 * A line to a server that can be cut: a TCP proxy on loopback. Playwright's `setOffline` leaves the requests of a service
 * worker alone, and the browser knows of it.
 */
export async function openLine(serverOrigin: string): Promise<Line> {
  const { hostname, port } = new URL(serverOrigin)
  const open = new Set<Socket>()
  let state: LineState = 'open'
  let captiveHeaders: { location?: string } = {}

  const captive = createHttpServer((_request, response) => {
    response.writeHead(captiveHeaders.location === undefined ? 200 : 302, {
      'content-type': 'text/html; charset=utf-8',
      ...captiveHeaders,
    })
    response.end('<!doctype html><title>Hall Wi-Fi</title><h1>Welcome to the Wi-Fi of the hall</h1>')
  })

  function hold(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }

  function relay(browser: Socket): void {
    const server = connect(Number(port), hostname)
    hold(server)
    server.on('close', () => browser.destroy())
    browser.on('close', () => server.destroy())
    browser.pipe(server).pipe(browser)
  }

  const proxy = createServer((browser) => {
    hold(browser)
    if (state === 'open') {
      relay(browser)
    } else if (state === 'refused') {
      browser.resetAndDestroy()
    } else if (state === 'captive') {
      captive.emit('connection', browser)
    } else {
      browser.resume()
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  const cut = () => {
    for (const socket of open) {
      socket.destroy()
    }
  }
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    set(next) {
      state = next
      cut()
    },
    captiveAnswers(headers) {
      captiveHeaders = headers
    },
    async close() {
      cut()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
