import { personKeys } from '@vestry/contract/text/person-keys.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inParts } from '../../database/in-parts.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { pastHandlers } from '../../testing/hold-classes.ts'
import { mergeChildren } from '../../testing/merge-children.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const MINUTE = 60_000

eachDatabase((on) => {
  let server: TestServer
  const { add, merge } = mergeChildren(() => server)

  beforeAll(async () => {
    server = await startTestServer({ database: on })
  })
  afterAll(() => server.destroy())

  const pairs = async () =>
    (await server.ask('GET /attendees/duplicates')).pairs.map(({ children }) => children.map(({ id }) => id))

  /** Children of whom no two are alike. */
  async function fillList(count: number) {
    const rows = Array.from({ length: count }, (_, at) => {
      const content = { first_name: `Child ${at}`, last_name: 'Listed', parent_contact: '' }
      const birthdate = new Date(Date.UTC(1990, 0, 1 + at)).toISOString().slice(0, 10)
      const blank = { allergies: '', needs: '', notes: '', is_member: 0, version: 1, request_id: null }
      return { ...content, ...blank, birthdate, ...personKeys(content) }
    })
    await pastHandlers(server, (db) =>
      inParts(rows, async (part) => {
        await db.insertInto('attendee').values(part).execute()
      }),
    )
  }

  test('a list is looked through again once it has changed, and a long one once a minute at the most', async () => {
    const [one, other] = [await add(), await add()]
    expect(await pairs()).toEqual([[one, other]])
    await merge(one, other)
    expect(await pairs()).toEqual([])

    await fillList(5001)
    server.clock.advance(MINUTE)
    expect(await pairs()).toEqual([])
    const twin = await add()
    expect(await pairs()).toEqual([])
    server.clock.advance(MINUTE)
    expect(await pairs()).toEqual([[one, twin]])
    await merge(one, twin)
    expect(await pairs()).toEqual([])
  })
})
