import { useLayoutEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { TestServer } from '../../../server/src/testing/start-test-server.ts'
import { memory } from '../attendance/testing-browser.ts'
import { preachingShape } from '../preaching/list/preaching-filter.ts'
import { readListState } from '../ui/list/list-address.ts'
import type { ListControl } from '../ui/list/use-list-state.ts'
import { draftValues, EMPTY_DRAFT, withDraft } from '../ui/reports/criteria-draft.ts'
import { openWindow } from './browser-window.ts'
import { createNetwork } from './network.ts'

// The state of the sermons' list in a page that draws nothing. A list loads what its state says, so nothing is loaded
// here.

type Filter = keyof typeof preachingShape.filters
type Order = keyof typeof preachingShape.orders
type Control = ListControl<Filter, Order>

let browser: ReturnType<typeof openWindow>
let root: Root
/** What was drawn last, and what can be done with it. */
let list: Control

type Hook = typeof import('../ui/list/use-list-state.ts').useListState

/** Draws nothing; the state is that of its page's modules. */
function List({ useState }: { useState: Hook }) {
  const drawn = useState(preachingShape)
  useLayoutEffect(() => {
    list = drawn
  })
  return null
}

/** Opens the list at an address, as a person does who comes from another page. */
async function open(query: string) {
  vi.resetModules()
  const network = createNetwork({} as TestServer)
  browser = openWindow(network, memory(), async () => undefined)
  browser.history.pushState(null, '', `/preaching${query}`)
  const [{ GuardedRouter }, { useListState }] = await Promise.all([
    import('../shell/guarded-router.tsx'),
    import('../ui/list/use-list-state.ts'),
  ])
  list = undefined as unknown as Control
  root = createRoot(browser.container)
  root.render(
    <GuardedRouter>
      <List useState={useListState} />
    </GuardedRouter>,
  )
  await expect.poll(() => list?.state).toBeDefined()
}
afterEach(async () => {
  root.unmount()
  // React still has work to do afterwards, and looks for its page.
  await new Promise((resolve) => setTimeout(resolve, 20))
  vi.unstubAllGlobals()
})

const address = () => location.pathname + location.search
/** The page has been drawn for its address: only then comes the next gesture. */
async function isDrawn(query: string) {
  expect(address()).toBe(`/preaching${query}`)
  await expect.poll(() => list.state).toEqual(readListState(new URLSearchParams(query), preachingShape))
}
async function goBack() {
  const before = address()
  browser.history.go(-1)
  await expect.poll(address).not.toBe(before)
  await isDrawn(location.search)
}

test('filters taken off before one of them is drawn so are all off', async () => {
  await open('?search=orchard&years=2023%2C2022&presenters=7')
  list.removeFilter('years', 2023)
  list.removeFilter('years', 2022)
  list.removeFilter('presenters', 7)
  await isDrawn('?search=orchard')
})

test('a filter that is applied leaves off the one that was just taken off', async () => {
  await open('?search=orchard&years=2023%2C2022')
  const draft = draftValues<Filter, Order>(list.state, EMPTY_DRAFT, 'presenters', [7])
  list.removeFilter('years', 2022)
  expect(list.setCriteria((now) => withDraft(now, draft))).toBe(true)
  await isDrawn('?search=orchard&years=2023&presenters=7')
  expect(list.setCriteria((now) => withDraft(now, draft))).toBe(false)
})

test('a filter applies to what was searched after it was begun', async () => {
  await open('')
  const draft = draftValues<Filter, Order>(list.state, EMPTY_DRAFT, 'years', [2023])
  list.search('orchard tree 7')
  await isDrawn('?search=orchard+tree+7')
  list.setCriteria((now) => withDraft(now, draft))
  await isDrawn('?search=orchard+tree+7&years=2023')
})

test('a column pressed three times at once sorts there, back and there, at its first page', async () => {
  await open('?search=orchard&page=2')
  for (const _ of [1, 2, 3]) {
    list.sortBy(['date'])
  }
  await isDrawn('?search=orchard&direction=ASC')
})

test('pages are turned to the last at most, and leave one step to go back', async () => {
  await open('?search=orchard')
  for (const _ of [1, 2, 3]) {
    list.turnBy(1, 2)
  }
  await isDrawn('?search=orchard&page=2')
  await goBack()
  await isDrawn('?search=orchard')
})

test('words typed one after the other make one step back, and begin at the first page', async () => {
  await open('?page=3')
  list.search('orch')
  await isDrawn('?search=orch')
  list.search('orchard')
  await isDrawn('?search=orchard')
  await goBack()
  await isDrawn('?page=3')
})

test('a search leaves another one alone that came by other means', async () => {
  await open('?search=vine')
  list.search('orchard', '')
  await isDrawn('?search=vine')
  list.search('orchard', 'vine')
  await isDrawn('?search=orchard')
})

test('a page that is no more is put right without a step, unless the address says something else by now', async () => {
  await open('?search=orchard&page=40')
  list.fallBackTo(2)
  await isDrawn('?search=orchard&page=2')
  await goBack()
  await isDrawn('')
  const before = list
  list.search('vine')
  before.fallBackTo(2)
  await isDrawn('?search=vine')
})

test('what is cleared takes search, filters and order off, and says whether there were any', async () => {
  await open('?search=orchard&years=2023&orderBy=title')
  expect(list.clear()).toBe(true)
  await isDrawn('')
  expect(list.plain).toBe(true)
  expect(list.clear()).toBe(false)
})
