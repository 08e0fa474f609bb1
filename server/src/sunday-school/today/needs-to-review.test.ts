import type { Today } from '@vestry/contract/calls/today.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  test('needs nobody looked at for a year are counted for who sees all children, where families are kept', async () => {
    const { token } = await addTeacher(server)
    const ids: number[] = []
    for (const more of [{ allergies: 'Nuts' }, { needs: 'Ramp' }, { allergies: 'Milk' }, {}]) {
      const body = { first_name: 'Ana', last_name: 'Ruiz', ...more }
      ids.push((await server.ask('POST /attendees', { body })).id)
    }
    const review = async (attendee_id: number, needs_reviewed: string) => {
      const { version } = await server.ask('GET /families/child', { query: { attendee_id } })
      const body = { attendee_id, version, photo_consent: 'not_asked' as const, needs_reviewed, rules: [] }
      await server.ask('PUT /families/child', { body })
    }
    const counted = async () => {
      const [office, teacher] = await Promise.all([
        server.ask('GET /today'),
        server.tryCall('GET /today', { token }),
      ])
      return [office.to_review, (teacher.body as unknown as Today).to_review]
    }
    expect(await counted()).toEqual([undefined, undefined])
    await server.ask('PUT /settings', { body: { families: true } })
    expect(await counted()).toEqual([3, 3])
    await review(ids[0] ?? 0, '2026-05-03')
    await review(ids[1] ?? 0, '2025-01-12')
    expect(await counted()).toEqual([2, 2])
    await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights: ['children'] } })
    expect(await counted()).toEqual([2, undefined])
    await review(ids[1] ?? 0, '2026-05-03')
    await review(ids[2] ?? 0, '2026-05-03')
    expect(await counted()).toEqual([undefined, undefined])
  })
})
