import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMp3, buildOpenWav } from '../testing/build-recording.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { pastHandlers } from '../testing/hold-classes.ts'
import { openImports } from '../testing/import-sermons.ts'
import { keepImport, takeImport } from './sermon-imports-sql.ts'

eachDatabase((database) => {
  let imports: Awaited<ReturnType<typeof openImports>>
  beforeAll(async () => {
    imports = await openImports(database)
  })
  afterAll(() => imports.destroy())

  /** Where the recording of an old sermon is put in the store, and where it is fetched from. */
  const placesOf = ({ recording }: { recording: string }) => {
    const { pathname } = new URL(recording)
    const hash = createHash('sha256').update(recording).digest('hex').slice(0, 12)
    const stem = pathname.slice(pathname.lastIndexOf('/') + 1).replace('.mp3', '')
    return { pathname, path: `preaching/2019/${stem}-${hash}.mp3` }
  }

  test('a sermon that came in meanwhile is not asked for again', async () => {
    const { oldSermon, read, bringIn, start, ended, find, website } = imports
    const sermon = oldSermon()
    const later = await read([sermon])
    await bringIn([sermon])
    website.asked.length = 0
    await start(later, {})
    await ended(later)
    expect((await find(later)).rows).toMatchObject([{ state: 'known' }])
    expect(website.asked).toEqual([])
  })

  test('what another process has put there meanwhile is neither overwritten nor removed', async () => {
    const { oldSermon, bringIn, find, website, server } = imports
    const { store } = server.app
    const sermon = oldSermon()
    const { pathname, path } = placesOf(sermon)
    const whole = buildMp3(3)
    website.pages.set(pathname, (_request, response) => {
      void store.put(path, whole, { 'content-type': 'audio/mpeg' }).then(() => {
        response.writeHead(200, { 'content-type': 'audio/mpeg' })
        response.end(Buffer.alloc(5000))
      })
    })
    const { rows } = await find(await bringIn([sermon]))
    expect(rows).toMatchObject([{ state: 'done' }])
    expect(await store.find(path)).toMatchObject({ size: whole.length })
  })

  test('what was put there for a sermon that nobody can play is taken back', async () => {
    const { oldSermon, bringIn, find, website, server } = imports
    const sermon = oldSermon()
    const { pathname, path } = placesOf(sermon)
    website.pages.set(pathname, { type: 'audio/mpeg', bytes: Buffer.alloc(5000) })
    expect((await find(await bringIn([sermon]))).rows).toMatchObject([{ state: 'failed', why: 'format' }])
    expect(await server.app.store.has(path)).toBe(false)
  })

  test('a WAV file whose recorder lost power comes in with its sizes', async () => {
    const { oldSermon, bringIn, find, itemOf, website, server } = imports
    const bytes = buildOpenWav(20)
    website.pages.set('/uploads/cut.wav', (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': bytes.length }).end(bytes)
    })
    const sermon = oldSermon({ recording: `${website.origin}/uploads/cut.wav` })
    const [row] = (await find(await bringIn([sermon]))).rows
    expect(row?.state).toBe('done')
    const { path, duration } = await itemOf(row?.uuid)
    expect(duration).toBe(20)
    const stored = Buffer.concat(await (await server.app.store.read(path)).toArray())
    expect([stored.length, stored.readUInt32LE(4), stored.readUInt32LE(40)]).toEqual([
      320_044, 320_036, 320_000,
    ])
  })

  test('an import that another process has taken since is left to that one', async () => {
    const { oldSermon, read, start, ended, server } = imports
    const id = await read([oldSermon()])
    await start(id, {})
    await ended(id)
    await pastHandlers(server, async (db) => {
      await db
        .updateTable('sermon_import')
        .set({ state: 'running', busy_until: 0 })
        .where('id', '=', id)
        .execute()
      const first = await takeImport(db, 1000, 6000)
      const second = await takeImport(db, 7000, 12_000)
      expect([first?.id, second?.id]).toEqual([id, id])
      expect(first && (await keepImport(db, first, 13_000))).toBe(false)
      expect(second && (await keepImport(db, second, 14_000))).toBe(true)
      await db.updateTable('sermon_import').set({ state: 'done' }).where('id', '=', id).execute()
    })
  })
})
