import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADA, startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { loadMessages, setLanguage, startMessages, t } from '../messages/messages.ts'
import { callApi, downloadFile } from './call-api.ts'
import { signInAt } from './testing-sign-in.ts'

let server: TestServer
let leave: () => Promise<void>

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  leave = await signInAt(await server.app.http.listen({ port: 0, host: '127.0.0.1' }), ADA)
  vi.stubGlobal('document', { documentElement: {} })
  await startMessages(async () => ['en'])
  await loadMessages('sunday-school')
})
afterAll(async () => {
  await setLanguage('en')
  await leave()
  await server.destroy()
})

const askForNobody = () => callApi('GET /attendees', { query: { attendee_id: '999999' } })

test('what a call carries arrives, and a call that is given up is no failure of the server', async () => {
  const body = { first_name: 'Ruth', last_name: 'Moab', is_member: 1, request_id: crypto.randomUUID() }
  await callApi('POST /attendees', { body })
  const query = { search: 'ruth moab' }
  expect(await callApi('GET /attendees', { query })).toMatchObject({ results: [{ first_name: 'Ruth' }] })
  await expect(callApi('GET /attendees', { query, signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('the browser keeps a file that a call answers, under the name that it was given', async () => {
  const link = { href: '', download: '', click: () => kept.push({ ...link }) }
  const kept: (typeof link)[] = []
  vi.stubGlobal('document', { documentElement: {}, createElement: () => link })
  const query = { format: 'csv' } as const
  await downloadFile('GET /attendees/export', 'children.csv', { query })
  expect(kept).toMatchObject([{ download: 'children.csv' }])
  expect(await (await fetch(kept[0]?.href ?? '')).text()).toContain('Ruth')
})

test('what the server refuses is said in its own words, and in another language in ours', async () => {
  await expect(askForNobody()).rejects.toMatchObject({
    code: 'not_found',
    status: 404,
    message: 'There is no such attendee; it may have been deleted.',
  })
  expect(t('attendees.form.loadFailed')).toBe('Failed to load item')
  await setLanguage('es')
  expect(t('attendees.form.loadFailed')).toBe('No se pudo cargar el asistente')
  await expect(askForNobody()).rejects.toMatchObject({
    code: 'not_found',
    message: 'No se ha encontrado; puede que se haya eliminado.',
  })
})
