import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestClock } from '../../../server/src/testing/test-clock.ts'

/**
 * A page that is open on a device: its code finds the globals of this browser, and of no other, however many pages are
 * open in this process. `ahead` is by how much the device's clock is fast, in ms. Once closed, its timers don't run.
 */
export type Page = { open: boolean; ahead: () => number; globals: Record<string, unknown> }

const pages = new AsyncLocalStorage<Page | undefined>()

/** What a page finds that the rest of the process has otherwise, or not at all. */
const OF_PAGES = [
  ...[
    'window',
    'document',
    'history',
    'location',
    'navigator',
    'localStorage',
    'sessionStorage',
    'indexedDB',
  ],
  ...['fetch', 'addEventListener', 'removeEventListener', 'dispatchEvent', 'isSecureContext'],
]

export const inPage = <Result>(page: Page, work: () => Result): Result => pages.run(page, work)
export const outsidePages = <Result>(work: () => Result): Result => pages.run(undefined, work)

export function currentPage(): Page {
  const page = pages.getStore()
  if (page === undefined) {
    throw new Error('This is used outside a page.')
  }
  return page
}

type Timer = { id: number; due: number; every: number | undefined; page: Page | undefined; run: () => void }

const real = { Date, setTimeout, clearTimeout, setInterval, clearInterval, timeout: AbortSignal.timeout }

/** The time of all devices, which passes only when a test says so, together with the server's. */
export function createDeviceTime(clock: TestClock) {
  let timers: Timer[] = []
  let last = 0
  let going = 0

  function plan(run: () => void, ms = 0, every?: number): number {
    last += 1
    const page = pages.getStore()
    timers.push({
      id: last,
      due: clock.now() + Math.max(0, ms),
      every,
      page,
      run: AsyncLocalStorage.bind(run),
    })
    return last
  }
  const clear = (id: unknown) => {
    timers = timers.filter((timer) => timer.id !== id)
  }
  /** Waits until nothing goes on that doesn't follow this clock. */
  async function settle() {
    do {
      await new Promise((resolve) => real.setTimeout(resolve, 0))
    } while (going > 0)
  }
  async function pass(ms: number) {
    const end = clock.now() + ms
    await settle()
    for (;;) {
      timers = timers.filter(({ page }) => page?.open !== false)
      const [next] = timers.toSorted((one, other) => one.due - other.due || one.id - other.id)
      if (next === undefined || next.due > end) {
        break
      }
      clock.advance(Math.max(0, next.due - clock.now()))
      if (next.every === undefined) {
        clear(next.id)
      } else {
        next.due = clock.now() + next.every
      }
      next.run()
      await settle()
    }
    clock.advance(Math.max(0, end - clock.now()))
  }

  return {
    now: clock.now,
    plan,
    clear,
    pass,
    later: (ms: number) => new Promise<void>((resolve) => void plan(resolve, ms)),
    /** Lets much time pass at once, as while a device sleeps. */
    skip: (ms: number) => clock.advance(ms),
    /** Passes until this is done. */
    async through<Result>(work: Promise<Result>): Promise<Result> {
      let done = false
      const ended = work.finally(() => {
        done = true
      })
      ended.catch(() => undefined)
      for (let tries = 0; !done; tries += 1) {
        if (tries > 2000) {
          throw new Error('This never ends.')
        }
        await pass(50)
      }
      return await ended
    },
    /** What this does follows no clock: time waits for it. */
    async outside<Result>(work: () => Promise<Result>): Promise<Result> {
      going += 1
      return await outsidePages(work).finally(() => {
        going -= 1
      })
    },
  }
}
export type DeviceTime = ReturnType<typeof createDeviceTime>

/** Gives every page its own globals until the returned function is called. */
export function installPages(time: DeviceTime): () => void {
  const before = new Map<string, PropertyDescriptor | undefined>()
  const install = (name: string, descriptor: PropertyDescriptor) => {
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
    Object.defineProperty(globalThis, name, { configurable: true, ...descriptor })
  }
  for (const name of OF_PAGES) {
    const outside = Object.getOwnPropertyDescriptor(globalThis, name)
    const get = () => {
      const page = pages.getStore()
      return page === undefined ? (outside?.get?.call(globalThis) ?? outside?.value) : page.globals[name]
    }
    install(name, { get, set: () => undefined })
  }
  const now = () => {
    const page = pages.getStore()
    return page === undefined ? real.Date.now() : time.now() + page.ahead()
  }
  const dates = new Proxy(Date, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  const inPages = () => pages.getStore() !== undefined
  const timers = {
    Date: dates,
    setTimeout: (run: () => void, ms?: number, ...more: unknown[]) =>
      inPages() ? time.plan(run, ms) : real.setTimeout(run, ms, ...more),
    clearTimeout: (id: unknown) =>
      typeof id === 'number' ? time.clear(id) : real.clearTimeout(id as undefined),
    setInterval: (run: () => void, ms = 0, ...more: unknown[]) =>
      inPages() ? time.plan(run, ms, ms) : real.setInterval(run, ms, ...more),
    clearInterval: (id: unknown) =>
      typeof id === 'number' ? time.clear(id) : real.clearInterval(id as undefined),
  }
  for (const [name, value] of Object.entries(timers)) {
    install(name, { value, writable: true })
  }
  AbortSignal.timeout = (ms) => {
    if (!inPages()) {
      return real.timeout.call(AbortSignal, ms)
    }
    const stop = new AbortController()
    time.plan(() => stop.abort(new DOMException('The call took too long.', 'TimeoutError')), ms)
    return stop.signal
  }
  return () => {
    AbortSignal.timeout = real.timeout
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) {
        Reflect.deleteProperty(globalThis, name)
      } else {
        Object.defineProperty(globalThis, name, descriptor)
      }
    }
  }
}
