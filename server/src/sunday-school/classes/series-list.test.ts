import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher, enrolledClass, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const WEEKLY = { every: 1, weekdays: ['SU' as const], times: 3 }

eachDatabase((database) => {
  let server: TestServer
  let ruth: Awaited<ReturnType<typeof addTeacher>>
  const ids: Record<string, number> = {}

  // Today is the third of May 2026.
  beforeAll(async () => {
    server = await startTestServer({ database })
    ruth = await addTeacher(server)
    const at = (day: string) => ({ session_datetime: `${day}T10:30:00`, repeat: WEEKLY })
    ids.old = (await plan(server, { title: 'Ángeles', ...at('2024-05-05'), teachers: [ruth.sub] })).series_id
    ids.yearAgo = (
      await plan(server, { title: 'Year ago', session_datetime: '2025-05-02T09:00:00' })
    ).series_id
    ids.before = (
      await plan(server, { title: 'Day before', session_datetime: '2025-05-01T23:59:59' })
    ).series_id
    ids.autumn = (await enrolledClass(server, 2, { title: 'Lambs', ...at('2025-09-07') })).series_id
    ids.spring = (
      await plan(server, { title: 'lambs', ...at('2026-04-26'), roster_of: ids.autumn, teachers: [ruth.sub] })
    ).series_id
  })
  afterAll(() => server.destroy())

  const list = async (query = {}) => (await server.ask('GET /classes/series', { query })).map(({ id }) => id)

  test('a series has its span, its sessions and how many are enrolled', async () => {
    const series = await server.ask('GET /classes/series')
    expect(series.find(({ id }) => id === ids.autumn)).toEqual({
      id: ids.autumn,
      title: 'Lambs',
      sessions: 3,
      first: '2025-09-07T10:30:00',
      last: '2025-09-21T10:30:00',
      enrolled: 2,
    })
  })

  test('those of the last year come by title, of one title the latest first', async () => {
    expect(await list()).toEqual([ids.spring, ids.autumn, ids.yearAgo])
  })

  test('a search finds any series, however long ago', async () => {
    expect(await list({ search: 'ANGEL' })).toEqual([ids.old])
    expect(await list({ search: 'before day' })).toEqual([ids.before])
    expect(await list({ search: 'lambs' })).toEqual([ids.spring, ids.autumn])
    expect(await list({ search: '%' })).toEqual([])
    expect(await list({ search: ' ' })).toHaveLength(3)
  })

  test('Teachers find those that they are assigned to', async () => {
    const own = async (query = {}) => {
      const { body } = await server.tryCall('GET /classes/series', { query, token: ruth.token })
      return (body as unknown as { id: number }[]).map(({ id }) => id)
    }
    expect(await own()).toEqual([ids.spring])
    expect(await own({ search: 'ángeles' })).toEqual([ids.old])
    expect(await own({ search: 'year' })).toEqual([])
  })
})
