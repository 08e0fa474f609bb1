import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { type Move, moves } from './form-moves.ts'
import { type Church, sitDown } from './form-person.ts'

// A person at the form of a sermon types, chooses, clears, saves, saves twice, goes on in the corner, leaves and comes
// back. Meanwhile the connection drops, responses get lost, a proxy refuses, the store is full, somebody else saves,
// the session ends, and the tab is closed. The form must show what the person wanted, a sermon that was reported as
// saved must be as they wanted it, none may exist twice, none may name a file that is missing, and in the end there
// must be no file that no sermon names.

let server: TestServer
let church: Church
beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  const lookups = {
    preachers: await server.ask('GET /preachers'),
    categories: await server.ask('GET /categories'),
  }
  church = { server, lookups, ben: await server.addPerson('ben@vestry.test', ['Admins']) }
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.resetModules()
  await server.destroy()
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('whatever comes between, of a sermon and its files nothing is lost, doubled or left behind', async () => {
  await fc.assert(fc.asyncProperty(moves, playMoves), {
    numRuns: 40,
    examples: [
      // Somebody else signs in in another tab, and finds nothing of what was typed here.
      [[{ move: 'type' }, { move: 'sign in', as: 'ben' }, { move: 'open', which: 'new' }]],
      // Somebody else has saved: their version is taken over, and saved without the poster that was chosen here.
      [
        [
          { move: 'somebody else' },
          { move: 'save', twice: false },
          { move: 'wait', ms: 2000 },
          { move: 'answer', yes: true },
          { move: 'wait', ms: 500 },
          { move: 'save', twice: false },
          { move: 'wait', ms: 2000 },
        ],
      ],
      // The session ends while their version is loaded.
      [
        [
          { move: 'open', which: 'edit' },
          { move: 'answer', yes: true },
          { move: 'wait', ms: 500 },
          { move: 'type' },
          { move: 'somebody else' },
          { move: 'save', twice: false },
          { move: 'wait', ms: 2000 },
          { move: 'line', line: 'down' },
          { move: 'answer', yes: true },
          { move: 'session ends' },
          { move: 'line', line: 'up' },
          { move: 'sign in', as: 'ada' },
        ],
      ],
    ],
  })
}, 600_000)

/** A run begins with a form that has something in it. */
const START = [
  [{ move: 'open', which: 'new' }, { move: 'recording' }],
  [{ move: 'open', which: 'new' }, { move: 'recording' }, { move: 'poster' }, { move: 'attach' }],
  [{ move: 'open', which: 'edit' }, { move: 'poster' }],
] as const satisfies readonly (readonly Move[])[]
let runs = 0

async function playMoves(list: readonly Move[]) {
  runs += 1
  const person = await sitDown(church, `r${runs}`)
  for (const move of [...(START[runs % 3] ?? []), ...list]) {
    await person.make(move)
    await person.look()
  }
  await person.leaveForGood()
  vi.clearAllTimers()
}
