import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher, enrolledClass, plan } from '../testing/build-class.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { type House, startHouse } from '../testing/start-house.ts'

const WEEKLY = { every: 1, weekdays: ['SU' as const], times: 3 }

eachDatabase((database) => {
  let house: House
  let ruth: Awaited<ReturnType<typeof addTeacher>>
  const ids: Record<string, number> = {}

  // The third of May 2026 is today.
  beforeAll(async () => {
    house = await startHouse({ database })
    ruth = await addTeacher(house)
    const at = (day: string) => ({ session_datetime: `${day}T10:30:00`, repeat: WEEKLY })
    ids.old = (await plan(house, { title: 'Ángeles', ...at('2024-05-05'), teachers: [ruth.sub] })).series_id
    ids.yearAgo = (
      await plan(house, { title: 'Year ago', session_datetime: '2025-05-02T09:00:00' })
    ).series_id
    ids.before = (
      await plan(house, { title: 'Day before', session_datetime: '2025-05-01T23:59:59' })
    ).series_id
    ids.autumn = (await enrolledClass(house, 2, { title: 'Lambs', ...at('2025-09-07') })).series_id
    ids.spring = (
      await plan(house, { title: 'lambs', ...at('2026-04-26'), roster_of: ids.autumn, teachers: [ruth.sub] })
    ).series_id
  })
  afterAll(() => house.destroy())

  const list = async (query = {}) => (await house.ask('GET /classes/series', { query })).map(({ id }) => id)

  test('a series tells its span, its sessions and how many are enrolled', async () => {
    const series = await house.ask('GET /classes/series')
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
      const { body } = await house.tryCall('GET /classes/series', { query, token: ruth.token })
      return (body as unknown as { id: number }[]).map(({ id }) => id)
    }
    expect(await own()).toEqual([ids.spring])
    expect(await own({ search: 'ángeles' })).toEqual([ids.old])
    expect(await own({ search: 'year' })).toEqual([])
  })
})
