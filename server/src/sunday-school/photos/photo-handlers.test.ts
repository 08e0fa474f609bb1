import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../database/open-database.ts'
import { addChildren, addTeacher, enrolledClass } from '../../testing/build-class.ts'
import { buildPhoto, buildSquare } from '../../testing/build-photo.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { runVestry } from '../../testing/run-vestry.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const FACES = ['Ada', 'Ben', 'Cleo'].map(buildPhoto)
const [ADA_FACE, BEN_FACE] = [buildPhoto('Ada'), buildPhoto('Ben')]

eachDatabase((on) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: on })
  })
  afterAll(() => server.destroy())

  const addChild = async () => (await addChildren(server, 1))[0] ?? 0
  const save = (attendee_id: number, face = ADA_FACE, more: object = {}) =>
    server.ask('PUT /attendees/photo', { body: { attendee_id, ...face, ...more } })
  const remove = (attendee_id: number) => server.ask('DELETE /attendees/photo', { query: { attendee_id } })
  const find = (attendee_id: number) =>
    server.tryCall('GET /attendees/photo', { query: { attendee_id } }).then(({ status, body }) => {
      const { small, large } = body as unknown as { small: string; large: string }
      return status === 200 ? { small, large } : undefined
    })
  const keyOf = async (attendee_id: number) => {
    const { photo } = await server.ask('GET /attendees/profile', { query: { attendee_id } })
    return photo
  }

  describe('a photo', () => {
    test('is given, replaced and removed, and its key says which one it is', async () => {
      const id = await addChild()
      expect([await keyOf(id), await find(id)]).toEqual([undefined, undefined])
      const { photo } = await save(id)
      expect([await keyOf(id), await find(id)]).toEqual([photo, ADA_FACE])
      const other = await save(id, BEN_FACE, { seen: photo })
      expect(other.photo).not.toBe(photo)
      expect([await keyOf(id), await find(id)]).toEqual([other.photo, BEN_FACE])
      await remove(id)
      expect([await keyOf(id), await find(id)]).toEqual([undefined, undefined])
      await remove(id)
    })

    test('leaves the version of the child as it is, so that an open form can still be saved', async () => {
      const body = { first_name: 'Vera', last_name: 'Ruiz' }
      const { id, version } = await server.ask('POST /attendees', { body })
      await save(id)
      const saved = await server.tryCall('PUT /attendees', { body: { ...body, id, version, notes: 'Sings' } })
      expect(saved.status).toBe(200)
      expect(await find(id)).toEqual(ADA_FACE)
    })

    test('is answered small for many children at once, of those who have one', async () => {
      const ids = await addChildren(server, 3)
      const [one = 0, , three = 0] = ids
      const keys = [await save(one), await save(three, BEN_FACE)].map(({ photo }) => photo)
      const query = { attendee_ids: [...ids, 4711].join() }
      const photos = await server.ask('GET /attendees/photos', { query })
      expect(photos.toSorted((a, b) => a.attendee_id - b.attendee_id)).toEqual([
        { attendee_id: one, photo: keys[0], small: ADA_FACE.small },
        { attendee_id: three, photo: keys[1], small: BEN_FACE.small },
      ])
      const many = Array.from({ length: 201 }, (_, index) => index + 1).join()
      const refused = await server.tryCall('GET /attendees/photos', { query: { attendee_ids: many } })
      expect(refused).toMatchObject({ status: 400, body: { field: 'attendee_ids' } })
    })

    test('is named in lists, rosters and rolls, and an open roll learns that it changed', async () => {
      const { id: class_id, series_id, attendees } = await enrolledClass(server, 2)
      const [child = 0] = attendees
      const { revision } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
      const { photo } = await save(child)
      const query = { class_id, since: revision }
      const { roll } = await server.ask('GET /attendance/roll-call', { query })
      expect(roll?.children.map((one) => one.photo)).toEqual([photo, undefined])
      const roster = await server.ask('GET /classes/roster', { query: { series_id } })
      expect(roster.attendees.map((one) => one.photo)).toEqual([photo, undefined])
      const { first_name } = roster.attendees[0] ?? { first_name: '' }
      const list = await server.ask('GET /attendees', { query: { search: first_name } })
      expect('results' in list && list.results.find(({ id }) => id === child)?.photo).toBe(photo)
    })

    test('may be seen and changed by whoever may see and change the child', async () => {
      const { token } = await addTeacher(server)
      const id = await addChild()
      const body = { attendee_id: id, ...ADA_FACE }
      expect((await server.tryCall('PUT /attendees/photo', { body, token })).status).toBe(200)
      for (const call of ['PUT /attendees/photo', 'DELETE /attendees/photo'] as const) {
        const input = call.startsWith('PUT') ? { body } : { query: { attendee_id: id } }
        expect((await server.tryCall(call, { ...input, token: null })).status).toBe(401)
      }
      const query = { attendee_ids: String(id) }
      expect((await server.tryCall('GET /attendees/photos', { query, token: null })).status).toBe(401)
      expect(await find(id)).toEqual(ADA_FACE)
    })

    test('of two who change it at once one is refused, if both say what they saw', async () => {
      const id = await addChild()
      const tries = await Promise.all(
        FACES.map((face) =>
          server.tryCall('PUT /attendees/photo', { body: { attendee_id: id, seen: '', ...face } }),
        ),
      )
      expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    })

    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"/>').toString(
      'base64',
    )
    test.each([
      ['of another size', buildSquare(95)],
      ['that calls itself another kind', buildSquare(96).replace('png', 'jpeg')],
      ['that is a script', `data:image/svg+xml;base64,${svg}`],
      ['that is cut off', buildSquare(96).slice(0, 40)],
      ['that is an address elsewhere', 'https://example.org/face.png'],
      ['that is no base64', 'data:image/png;base64,A'],
      ['with more behind it', `${buildSquare(96)}" onerror="alert(1)`],
      ['of too many bytes', `${buildSquare(96).replaceAll('=', '')}${'A'.repeat(12_000)}`],
      ['with a page behind it', withMore(buildSquare(96), '<script>alert(1)</script>')],
      ['that is empty', ''],
    ])('a picture %s is refused in a sentence', async (_what, small) => {
      const body = { attendee_id: await addChild(), ...ADA_FACE, small }
      const refused = await server.tryCall('PUT /attendees/photo', { body })
      expect(refused).toMatchObject({
        status: 400,
        body: {
          field: 'small',
          message:
            'small must be a JPEG, PNG or WebP picture of 96 by 96 pixels without metadata and anything behind it, as a data: address of at most 12000 characters.',
        },
      })
    })
  })

  test('what is done to a child and its photo, in any order, leaves the photo that was given last', async () => {
    const acts = fc.array(fc.constantFrom('save', 'remove', 'delete', 'restore', 'purge'), { maxLength: 12 })
    const run = async (ids: Iterable<string>, faces: () => (typeof FACES)[number]) => {
      let id = await addChild()
      let photo: (typeof FACES)[number] | undefined
      let deleted = false
      for (const act of ids) {
        const record = `attendee/${id}`
        if (act === 'save') {
          const face = faces()
          const { status } = await server.tryCall('PUT /attendees/photo', {
            body: { attendee_id: id, ...face },
          })
          expect(status).toBe(deleted ? 404 : 200)
          photo = deleted ? photo : face
        } else if (act === 'remove' && !deleted) {
          await remove(id)
          photo = undefined
        } else if (act === 'delete' && !deleted) {
          await server.ask('DELETE /attendees', { query: { attendee_id: id } })
          deleted = true
        } else if (act === 'restore' && deleted) {
          await server.ask('POST /trash/restore', { body: { record } })
          deleted = false
        } else if (act === 'purge' && deleted) {
          await server.ask('DELETE /trash', { query: { record } })
          expect(await find(id)).toBeUndefined()
          id = await addChild()
          photo = undefined
          deleted = false
        }
        expect(await find(id)).toEqual(deleted ? undefined : photo)
      }
    }
    await fc.assert(
      fc.asyncProperty(acts, fc.infiniteStream(fc.constantFrom(...FACES)), async (done, faces) => {
        await run(done, () => faces.next().value)
      }),
      {
        numRuns: 12,
        examples: [
          [
            ['save', 'delete', 'restore', 'save', 'delete', 'purge'],
            fc.stream(
              (function* () {
                for (;;) {
                  yield ADA_FACE
                }
              })(),
            ),
          ],
        ],
      },
    )
  })

  test('a backup holds photos, in the trash too, and gives them back', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'vestry-photos-'))
    const again = await on.create()
    const [kept, lost] = [await addChild(), await addChild()]
    const { photo } = await save(kept)
    await save(lost, BEN_FACE)
    await server.ask('DELETE /attendees', { query: { attendee_id: lost } })
    const copies = join(scratch, 'copies')
    const here = { VESTRY_DATA: server.dataFolder, DATABASE_URL: server.config.databaseUrl }
    expect((await runVestry(`backup --to ${copies}`, here)).output).toContain('is made')
    const there = { VESTRY_DATA: join(scratch, 'back'), DATABASE_URL: again.databaseUrl }
    expect((await runVestry(`restore --from ${copies}`, there)).code).toBe(0)
    const restored = await openDatabase({ dataFolder: there.VESTRY_DATA, databaseUrl: again.databaseUrl })
    const { sql } = restored
    const child = await sql
      .selectFrom('attendee')
      .innerJoin('attendee_photo', 'attendee_id', 'id')
      .select(['photo', 'small', 'large'])
      .where('id', '=', kept)
      .executeTakeFirst()
    expect(child).toEqual({ photo, ...ADA_FACE })
    const trash = await sql
      .selectFrom('trash')
      .select('content')
      .where('record', '=', `attendee/${lost}`)
      .executeTakeFirst()
    expect(trash?.content).toContain(BEN_FACE.large)
    await restored.close()
    await again.drop()
    await rm(scratch, { recursive: true })
  })
})

function withMore(address: string, more: string): string {
  const [head = '', base64 = ''] = address.split(',')
  return `${head},${Buffer.concat([Buffer.from(base64, 'base64'), Buffer.from(more)]).toString('base64')}`
}
