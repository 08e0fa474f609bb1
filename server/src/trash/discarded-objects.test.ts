import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuditLog } from '../audit/audit-log.ts'
import { createLeases } from '../database/leases.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { buildSermon, publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTrash } from './create-trash.ts'

eachDatabase((on) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: on })
    database = await openDatabase(server.config)
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  /** Another process's trash, which removes objects in its own way. */
  function trashThat(removeObject: (path: string) => Promise<void>) {
    const { clock, config } = server
    const auditLog = createAuditLog(database, clock)
    const leases = createLeases(database, clock)
    return createTrash({ database, leases, auditLog, clock, timeZone: () => config.timeZone, removeObject })
  }

  async function upload(name: string) {
    const path = `preaching/2026/${name}.mp3`
    await server.app.store.put(path, Buffer.from(name), {})
    return path
  }

  /** A removal that stops before it asks the store, until it is let go on. */
  function heldRemoval() {
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const trash = trashThat(async (path) => {
      reached.resolve()
      await goOn.promise
      await server.app.store.remove(path)
    })
    return { trash, reached: reached.promise, goOn: goOn.resolve }
  }

  async function deleteForGood(path: string, trash: ReturnType<typeof createTrash>) {
    const { uuid } = await publish(server, { path })
    await server.ask('DELETE /preachingManagement', { query: { uuid } })
    expect(await trash.purge('item', `item/${uuid}`)).toBe(true)
  }

  test('a file that is being removed can be named by nothing, and afterwards by what is uploaded anew', async () => {
    const path = await upload('leaving')
    const { trash, reached, goOn } = heldRemoval()
    await deleteForGood(path, trash)
    const removal = trash.removeDiscarded()
    await reached
    const attachments = [{ path, title: 'Notes' }]
    for (const [call, body] of [
      ['POST /preachingManagement', buildSermon({ path })],
      ['POST /preachingManagement', buildSermon({ attachments })],
      ['PUT /preachingManagement', { ...(await publish(server)), path }],
    ] as const) {
      expect(await server.tryCall(call, { body })).toMatchObject({
        status: 400,
        body: {
          error: 'invalid_request',
          message: `${path} was deleted for good and is being removed. Upload it again under another name.`,
        },
      })
    }
    goOn()
    await removal
    expect(await server.app.store.has(path)).toBe(false)
    await upload('leaving')
    await publish(server, { path })
    await trashThat(server.app.store.remove).removeDiscarded()
    expect(await server.app.store.has(path)).toBe(true)
  })

  test('a picture that is being removed can be that of no series', async () => {
    const path = 'images/leaving.jpg'
    const { id } = await server.ask('POST /sermonSeries', { body: { name: 'Joel' } })
    await database.sql.insertInto('discarded_object').values({ path }).execute()
    const { trash, reached, goOn } = heldRemoval()
    const removal = trash.removeDiscarded()
    await reached
    const refused = { status: 400, body: { message: expect.stringContaining('is being removed') } }
    const added = await server.tryCall('POST /sermonSeries', { body: { name: 'Hosea', picture_path: path } })
    const changed = await server.tryCall('PUT /sermonSeries', {
      body: { id, name: 'Joel', picture_path: path },
    })
    goOn()
    await removal
    expect([added, changed]).toMatchObject([refused, refused])
  })

  test('a file that waits to be removed is kept when something names it again', async () => {
    const path = await upload('again')
    await deleteForGood(path, trashThat(server.app.store.remove))
    await publish(server, { path })
    const left = database.sql.selectFrom('discarded_object').select('path').where('path', '=', path)
    expect(await left.execute()).toEqual([])
    await trashThat(server.app.store.remove).removeDiscarded()
    expect(await server.app.store.has(path)).toBe(true)
  })

  test('who comes second does not remove what was uploaded anew since the first has removed it', async () => {
    const path = await upload('twice')
    const { trash, reached, goOn } = heldRemoval()
    await deleteForGood(path, trash)
    const first = trash.removeDiscarded()
    await reached
    const second = trashThat(server.app.store.remove).removeDiscarded()
    goOn()
    await first
    await upload('twice')
    await second
    expect(await server.app.store.has(path)).toBe(true)
  })

  test('what a sermon names all the same stays', async () => {
    const path = await upload('named-all-the-same')
    await publish(server, { path })
    await database.sql.insertInto('discarded_object').values({ path }).execute()
    await trashThat(server.app.store.remove).removeDiscarded()
    expect(await server.app.store.has(path)).toBe(true)
    const left = database.sql.selectFrom('discarded_object').select('path').where('path', '=', path)
    expect(await left.execute()).toEqual([])
  })

  test('an object that the store could not remove is removed later, and keeps no other one back', async () => {
    const [stubborn, later] = [await upload('stubborn'), await upload('these-follow')]
    const { remove, has } = server.app.store
    const failing = trashThat(async (path) => {
      return path === stubborn ? Promise.reject(new Error('The store is away.')) : await remove(path)
    })
    await deleteForGood(stubborn, failing)
    await deleteForGood(later, failing)
    await expect(failing.sweep()).rejects.toThrow('The store is away.')
    expect([await has(stubborn), await has(later)]).toEqual([true, false])
    await trashThat(remove).sweep()
    expect(await has(stubborn)).toBe(false)
  })
})
