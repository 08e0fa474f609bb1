import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const ORIGIN = 'https://console.example'

/** A tab of the browser, as far as its history is concerned. */
function openTab(path: string) {
  const entries = [{ url: new URL(path, ORIGIN), state: null as unknown }]
  let at = 0
  const here = () => entries[at] ?? { url: new URL(ORIGIN), state: null }
  const write = (state: unknown, url: string | URL | undefined, index: number) => {
    entries.splice(index, index > at ? entries.length : 1, { url: new URL(url ?? here().url, ORIGIN), state })
    at = index
  }
  const history = {
    get state() {
      return here().state
    },
    pushState: (state: unknown, _title: string, url?: string) => write(state, url, at + 1),
    replaceState: (state: unknown, _title: string, url?: string) => write(state, url, at),
    /** The browser navigates after the script has ended. */
    go(steps: number) {
      setTimeout(() => {
        if (entries[at + steps] !== undefined) {
          at += steps
          tab.dispatchEvent(new Event('popstate'))
        }
      })
    },
  }
  const location = {
    origin: ORIGIN,
    get href() {
      return here().url.href
    },
    get pathname() {
      return here().url.pathname
    },
    get search() {
      return here().url.search
    },
    get hash() {
      return here().url.hash
    },
  }
  const tab = Object.assign(new EventTarget(), { history, location })
  return tab
}

let tab: ReturnType<typeof openTab>
let guarded: typeof import('./guarded-history.ts')
/** The addresses that were reported to the pages. */
let shown: string[]

beforeEach(async () => {
  tab = openTab('/preaching')
  vi.stubGlobal('window', tab)
  vi.stubGlobal('document', { defaultView: tab })
  vi.stubGlobal('history', tab.history)
  vi.stubGlobal('location', tab.location)
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.resetModules()
  guarded = await import('./guarded-history.ts')
  shown = []
  guarded.onNavigation(() => shown.push(tab.location.pathname + tab.location.search))
})
afterEach(() => void vi.unstubAllGlobals())

/** Answers each question in turn; `ask` counts how many there were. */
function guardWith(...answers: boolean[]) {
  const ask = vi.fn(async () => answers.shift() ?? false)
  return { ask, release: guarded.guardDeparture(ask) }
}
/** Waits for what the browser does after a script, such as going back. */
const settled = async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
const isAskedBeforeClosing = () => !tab.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('without anything unsaved every way is open, and nothing is asked', async () => {
  expect(await guarded.guardedNavigator.push('/staff')).toBe(true)
  guarded.guardedNavigator.go(-1)
  await settled()
  expect(shown).toEqual(['/staff', '/preaching'])
  expect(isAskedBeforeClosing()).toBe(false)
})

describe('while something is unsaved', () => {
  test('a link leads away only after a yes', async () => {
    const { ask } = guardWith(false, true)
    expect(await guarded.guardedNavigator.push('/staff')).toBe(false)
    expect([tab.location.pathname, shown]).toEqual(['/preaching', []])
    expect(await guarded.guardedNavigator.replace('/staff')).toBe(true)
    expect([tab.location.pathname, shown]).toEqual(['/staff', ['/staff']])
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('another address of the same page is no departure, but the roll of another class is', async () => {
    const { ask } = guardWith(false)
    expect(await guarded.guardedNavigator.push('/preaching?q=grace')).toBe(true)
    expect(ask).not.toHaveBeenCalled()
    expect(await guarded.guardedNavigator.push('/preaching?class=7')).toBe(false)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('the browser’s back leads to the page again, and away after a yes alone', async () => {
    await guarded.guardedNavigator.push('/staff')
    const { ask } = guardWith(false, true)
    guarded.guardedNavigator.go(-1)
    await settled()
    expect([tab.location.pathname, ask.mock.calls.length]).toEqual(['/staff', 1])
    guarded.guardedNavigator.go(-1)
    await settled()
    expect([tab.location.pathname, ask.mock.calls.length]).toEqual(['/preaching', 2])
    expect(shown).toEqual(['/staff', '/preaching'])
  })

  test('a yes counts once: the next way is asked about again', async () => {
    await guarded.guardedNavigator.push('/staff')
    await guarded.guardedNavigator.push('/trash')
    const { ask } = guardWith(true, false)
    guarded.guardedNavigator.go(-1)
    await settled()
    guarded.guardedNavigator.go(-1)
    await settled()
    expect([tab.location.pathname, ask.mock.calls.length]).toEqual(['/staff', 2])
  })

  test('whoever presses twice is asked once', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const ask = vi.fn(() => promise)
    guarded.guardDeparture(ask)
    const [first, second] = [guarded.guardedNavigator.push('/staff'), guarded.guardedNavigator.push('/trash')]
    expect(await second).toBe(false)
    resolve(true)
    expect(await first).toBe(true)
    expect([tab.location.pathname, ask.mock.calls.length]).toEqual(['/staff', 1])
  })

  test('a question that fails leaves the next one possible', async () => {
    const ask = vi
      .fn<() => Promise<boolean>>()
      .mockRejectedValueOnce(new Error('broken'))
      .mockResolvedValue(true)
    guarded.guardDeparture(ask)
    await expect(guarded.guardedNavigator.push('/staff')).rejects.toThrow('broken')
    expect(await guarded.guardedNavigator.push('/staff')).toBe(true)
  })

  test('the browser asks before the tab is closed, until it is saved', () => {
    const { release } = guardWith()
    expect(isAskedBeforeClosing()).toBe(true)
    release()
    expect(isAskedBeforeClosing()).toBe(false)
  })

  test('a page that is done does not take away the guard of the one after it', async () => {
    const before = guardWith()
    const { ask } = guardWith(false)
    before.release()
    expect(await guarded.guardedNavigator.push('/staff')).toBe(false)
    expect([ask.mock.calls.length, before.ask.mock.calls.length]).toEqual([1, 0])
  })
})

test('who signs out is asked about the page first, and then about what goes on beside it', async () => {
  expect(await guarded.askToSignOut()).toBe(true)
  const { ask, release } = guardWith(false, true)
  const beside = vi.fn(async () => false)
  const releaseBeside = guarded.guardSignOut(beside)
  expect(await guarded.askToSignOut()).toBe(false)
  expect(beside).not.toHaveBeenCalled()
  expect(await guarded.askToSignOut()).toBe(false)
  expect([ask.mock.calls.length, beside.mock.calls.length]).toEqual([2, 1])
  release()
  expect(isAskedBeforeClosing()).toBe(true)
  releaseBeside()
  expect([await guarded.askToSignOut(), isAskedBeforeClosing()]).toEqual([true, false])
})

test('an entry belongs to who was signed in at it, beside what else it keeps', async () => {
  await guarded.guardedNavigator.push('/staff', { from: 'today' })
  expect(guarded.entryOwner()).toBeUndefined()
  guarded.claimEntry('ruth')
  expect(guarded.entryOwner()).toBe('ruth')
  expect(tab.history.state).toMatchObject({ usr: { from: 'today' } })
  guarded.overwriteEntry('/trash')
  expect([tab.location.pathname, guarded.entryOwner()]).toEqual(['/trash', undefined])
  expect(guarded.currentNavigation().location.pathname).toBe('/trash')
})
