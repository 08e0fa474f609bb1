import { signIn } from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADA, startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { signInAt } from '../api/testing-sign-in.ts'
import { currentUserId, signInAgain, signOut, startSession } from '../auth/session.ts'
import { hasSessionEnded, keepDraft, takeDraft } from './stored-draft.ts'

let server: TestServer
let leave: () => Promise<void>
let ruth: typeof ADA
const tab = new EventTarget()

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  const origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  ruth = await server.addPerson('ruth@vestry.test', ['Teachers'])
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab))
  leave = await signInAt(origin, ADA)
  await startSession()
})
beforeEach(async () => {
  if (currentUserId() === undefined) {
    await enter(ADA)
  }
  takeDraft('attendee/7')
})
afterAll(async () => {
  await leave()
  await server.destroy()
})

/** Signs in, and waits until the console has noticed. */
async function enter(person: typeof ADA) {
  await signIn({ username: person.email, password: person.password })
  await expect.poll(currentUserId).toBeTypeOf('string')
}
const isAskedBeforeReload = () => !tab.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('what is kept for a form is brought back once, and the browser asks before it is lost', () => {
  expect([takeDraft('attendee/7'), isAskedBeforeReload()]).toEqual([undefined, false])
  keepDraft('attendee/7', { notes: 'Sings' }, () => undefined)
  expect(isAskedBeforeReload()).toBe(true)
  expect([takeDraft('attendee/8'), isAskedBeforeReload()]).toEqual([undefined, true])
  expect(takeDraft('attendee/7')).toEqual({ notes: 'Sings' })
  expect([takeDraft('attendee/7'), isAskedBeforeReload()]).toEqual([undefined, false])
})

describe('after the end of a session', () => {
  test('it waits for the same person', async () => {
    const forget = vi.fn()
    await signInAgain()
    expect([currentUserId(), hasSessionEnded()]).toEqual([undefined, true])
    keepDraft('attendee/7', { notes: 'Sings' }, forget)
    await enter(ADA)
    expect(hasSessionEnded()).toBe(false)
    expect(takeDraft('attendee/7')).toEqual({ notes: 'Sings' })
    expect(forget).not.toHaveBeenCalled()
  })

  test('it is forgotten as soon as somebody else signs in, with what it holds', async () => {
    const forget = vi.fn()
    keepDraft('attendee/7', { notes: 'Sings' }, forget)
    await signInAgain()
    expect(forget).not.toHaveBeenCalled()
    await enter(ruth)
    expect(forget).toHaveBeenCalledTimes(1)
    expect([takeDraft('attendee/7'), isAskedBeforeReload()]).toEqual([undefined, false])
    await signOut()
  })

  test('nobody who left of their own accord has an ended session', async () => {
    await signOut()
    expect([currentUserId(), hasSessionEnded()]).toEqual([undefined, false])
  })
})
