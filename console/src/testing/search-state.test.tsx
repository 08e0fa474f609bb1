import { useLayoutEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { memory } from '../attendance/testing-browser.ts'
import { type SearchState, useSearchState } from '../ui/people/search-list-state.ts'
import { openWindow } from './browser-window.ts'
import { createNetwork } from './network.ts'

// The state of a search for children in a page that draws nothing, on the real server, five to a page.

type Child = { id: number; first_name: string }
const PAGE = 5

let server: TestServer
let root: Root
let state: SearchState<Child>
/**
 * The searches that reached the server, with their pages; each is answered when the promise that it waits for resolves.
 */
let asked: string[]
let before: (search: string) => Promise<void> | void

beforeAll(async () => {
  server = await startTestServer()
  for (let nth = 1; nth <= 7; nth += 1) {
    await server.ask('POST /attendees', {
      body: { first_name: `Nr ${nth}`, last_name: 'Vine', is_member: 1 },
    })
  }
})
afterAll(() => server.destroy())

async function find(search: string, page: number) {
  asked.push(`${search} ${page}`)
  await before(search)
  const query = {
    search,
    orderBy: 'firstname',
    direction: 'ASC',
    limit: PAGE,
    offset: (page - 1) * PAGE,
  } as const
  const answer = await server.ask('GET /attendees', { query })
  return 'results' in answer ? { rows: answer.results, total: answer.totalCount } : { rows: [], total: 0 }
}
const keyOf = ({ id }: Child) => id

/** Draws nothing. */
function Search() {
  const drawn = useSearchState<Child>({ find, keyOf })
  useLayoutEffect(() => {
    state = drawn
  })
  return null
}

beforeEach(async () => {
  asked = []
  state = undefined as unknown as SearchState<Child>
  before = () => undefined
  const { container } = openWindow(createNetwork(server), memory(), async () => undefined)
  root = createRoot(container)
  root.render(<Search />)
  await expect.poll(() => state).toBeDefined()
})
afterEach(async () => {
  vi.useRealTimers()
  root.unmount()
  // React still has work to do afterwards, and looks for its page.
  await drawing()
  vi.unstubAllGlobals()
})

const drawing = () => new Promise((resolve) => setTimeout(resolve, 20))
const names = () => state.found?.rows.map(({ first_name }) => first_name)
const isFound = (...expected: string[]) => expect.poll(names).toEqual(expected)

test('what is typed is searched for once, when the typing has paused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  state.type('nr')
  await vi.advanceTimersByTimeAsync(700)
  state.type('nr 3')
  await vi.advanceTimersByTimeAsync(700)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  vi.useRealTimers()
  await isFound('Nr 3')
  expect(asked).toEqual(['nr 3 1'])
  expect([state.text, state.open]).toEqual(['nr 3', true])
})

test('what nothing remains of is not searched for, and closes what was found', async () => {
  await state.search('nr 3')
  await isFound('Nr 3')
  await state.search('<>')
  await expect.poll(() => [state.found, state.open]).toEqual([undefined, false])
  expect(asked).toEqual(['nr 3 1'])
})

test('of two searches the later one is shown, whichever is answered first', async () => {
  const slow = Promise.withResolvers<void>()
  before = (search) => (search === 'nr 1' ? slow.promise : undefined)
  const first = state.search('nr 1')
  await state.search('nr 2')
  await isFound('Nr 2')
  slow.resolve()
  await first
  await drawing()
  expect(names()).toEqual(['Nr 2'])
})

test('more is shown below what is there, each row once, with the first new one active', async () => {
  await state.search('vine')
  await isFound('Nr 1', 'Nr 2', 'Nr 3', 'Nr 4', 'Nr 5')
  // A child who would be first on the first page pushes that page's last row to the second.
  const body = { first_name: 'Nr 0', last_name: 'Vine', is_member: 1 } as const
  const { id } = await server.ask('POST /attendees', { body })
  const { found } = state
  expect(found?.total).toBe(7)
  const moved = vi.fn()
  await state.showMore(found ?? { text: '', pages: 0, rows: [], total: 0 }, moved)
  await isFound('Nr 1', 'Nr 2', 'Nr 3', 'Nr 4', 'Nr 5', 'Nr 6', 'Nr 7')
  expect([state.active, state.found?.total, moved.mock.calls.length]).toEqual([5, 8, 1])
  await server.ask('DELETE /attendees', { query: { attendee_id: id } })
})

test('a search that fails says why, and a further page that fails leaves what is there', async () => {
  before = () => Promise.reject(new Error('The server can’t be reached.'))
  await state.search('vine')
  await expect.poll(() => state.found?.failure?.message).toBe('The server can’t be reached.')
  before = () => undefined
  await state.search('vine')
  await expect.poll(() => names()?.length).toBe(PAGE)
  before = () => Promise.reject(new Error('The server can’t be reached.'))
  const { found } = state
  await state.showMore(found ?? { text: '', pages: 0, rows: [], total: 0 }, () => undefined)
  await expect.poll(() => [state.found?.stuck, names()?.length]).toEqual([true, PAGE])
})
