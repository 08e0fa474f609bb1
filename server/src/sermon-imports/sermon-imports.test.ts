import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { encodePng } from '../demo/encode-png.ts'
import { buildMp3 } from '../testing/build-recording.ts'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { NOTHING_CHOSEN, openImports } from '../testing/import-sermons.ts'
import type { TestServer } from '../testing/start-test-server.ts'

const ODD = `O'Brien & <script>alert(1)</script> 🎺`

eachDatabase((database) => {
  let imports: Awaited<ReturnType<typeof openImports>>
  let server: TestServer
  let website: typeof imports.website
  let { oldSermon, read, find, start, ended, bringIn, countsOf, itemOf } = {} as typeof imports

  beforeAll(async () => {
    imports = await openImports(database)
    ;({ server, website, oldSermon, read, find, start, ended, bringIn, countsOf, itemOf } = imports)
  })
  afterAll(() => imports.destroy())
  afterEach(() => website.pages.clear())

  const namesOf = async (call: 'GET /preachers') =>
    (await server.ask(call)).map(({ presenterName }) => presenterName)

  test('a sermon comes in with all that was known of it, and keeps what programs know it by', async () => {
    website.pages.set('/hope.png', { type: 'image/png', bytes: encodePng(8, Buffer.alloc(8 * 8 * 3)) })
    website.pages.set('/notes.pdf', { type: 'application/pdf', bytes: '%PDF-1.7' })
    website.pages.set('/hope.vtt', {
      type: 'text/vtt',
      bytes: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nBienvenidos, niños.\n', 'latin1'),
    })
    website.pages.set('/hope.json', {
      type: 'application/json+chapters',
      bytes: JSON.stringify({
        version: '1.2.0',
        chapters: [
          { startTime: 0, title: 'One' },
          { startTime: 1, title: 'Two' },
        ],
      }),
    })
    const id = await bringIn(
      [
        oldSermon({
          ...{
            guid: `guid ${ODD}`,
            title: ODD,
            description: `About ${ODD}`,
            speakers: [`Rev. ${ODD}`, 'Bo'],
          },
          ...{ series: 'Letters', topics: ['Hope', 'Grace'], category: 'Evening', language: 'es-ES' },
          ...{ passages: 'Rom 8:28-30', duration: 9999, at: Date.parse('2019-03-04T08:00:00Z') },
          picture: `${website.origin}/hope.png`,
          attachments: [{ address: `${website.origin}/notes.pdf`, title: 'Notes' }],
          transcript: `${website.origin}/hope.vtt`,
          chapters: `${website.origin}/hope.json`,
        }),
      ],
      { speakers: [{ name: `Rev. ${ODD}`, as: 'Ana' }] },
    )
    const { rows } = await find(id)
    expect(rows).toMatchObject([{ position: 0, state: 'done', title: ODD, speakers: [`Rev. ${ODD}`, 'Bo'] }])
    const item = await itemOf(rows[0]?.uuid)
    expect(item).toMatchObject({
      ...{ localizedname: ODD, description: `About ${ODD}`, presenterName: 'Ana', series: 'Letters' },
      ...{ event_datetime: '2019-03-03T10:00:00', category: 'Evening', language_id: 2, state: 'published' },
      ...{ passages: 'Rom 8:28-30', duration: 2, media_format: 'audio', chapters: '00:00 One\n00:01 Two' },
      speakers: [{ presenterName: 'Bo', part: '' }],
      topics: [{ topic: 'Grace' }, { topic: 'Hope' }],
      attachments: [{ title: 'Notes' }],
      transcript: expect.stringContaining('Bienvenidos, niños.'),
    })
    for (const path of [item.path, item.poster_path, item.attachments[0]?.path]) {
      expect([path, await server.app.store.has(path ?? '')]).toEqual([path, true])
    }
    await server.ask('PUT /settings', { body: { publicPages: true } })
    const { body } = await server.app.http.inject('/podcast.xml')
    expect(body).toContain('<guid isPermaLink="false">guid O&#39;Brien &amp; &lt;script&gt;')
    expect(body).toContain('<pubDate>Mon, 04 Mar 2019 08:00:00 GMT</pubDate>')
  })

  test('the trail says who had it come in, and names no more than ids', async () => {
    const bo = await server.addPerson('bo@vestry.test', ['Admins'])
    const id = await read([oldSermon({ speakers: ['Never heard'] })])
    const body = { id, choices: NOTHING_CHOSEN }
    await server.ask('POST /sermonImports/start', { body, token: await server.signIn(bo) })
    await ended(id)
    const uuid = (await find(id)).rows[0]?.uuid
    const { results } = await server.ask('GET /audit', { query: { limit: 3 } })
    expect(results.map(({ kind, record, actor }) => [kind, record?.replace(/\d+$/, '#'), actor])).toEqual([
      ['sermons_imported', 'sermon_import/#', bo.email],
      ['item_added', `item/${uuid}`.replace(/\d+$/, '#'), bo.email],
      ['presenter_added', 'presenter/#', bo.email],
    ])
  })

  test('what is no sermon yet says why, and one that fails stops no other and can be tried again', async () => {
    const gone = oldSermon()
    website.pages.delete(new URL(gone.recording).pathname)
    const page = oldSermon()
    website.pages.set(new URL(page.recording).pathname, { type: 'text/html', bytes: '<p>Moved</p>' })
    const broken = oldSermon()
    website.pages.set(new URL(broken.recording).pathname, { type: 'audio/mpeg', bytes: Buffer.alloc(5000) })
    const layerTwo = oldSermon()
    const frame = Buffer.concat([Buffer.from([0xff, 0xfd, 0x80, 0x04]), Buffer.alloc(413)])
    website.pages.set(new URL(layerTwo.recording).pathname, {
      ...{ type: 'audio/mpeg', bytes: Buffer.concat(Array.from({ length: 40 }, () => frame)) },
    })
    const cut = oldSermon()
    website.pages.set(new URL(cut.recording).pathname, (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 100_000 })
      response.write(buildMp3(1))
      setTimeout(() => response.destroy(), 20)
    })
    const last = oldSermon()
    const id = await bringIn([
      ...[
        gone,
        page,
        broken,
        layerTwo,
        cut,
        oldSermon({ title: '' }),
        oldSermon({ held: '' }),
        oldSermon({ recording: '' }),
      ],
      ...[{ ...last, guid: gone.guid }, last],
    ])
    const reasons = (await find(id)).rows.map(({ state, why }) => [state, why])
    expect(reasons).toEqual([
      ...[
        ['failed', 'not_found'],
        ['failed', 'format'],
        ['failed', 'format'],
        ['failed', 'format'],
        ['failed', 'unreachable'],
      ],
      ...[
        ['unreadable', 'no_title'],
        ['unreadable', 'no_date'],
        ['unreadable', 'no_recording'],
      ],
      ...[
        ['unreadable', 'twice'],
        ['done', undefined],
      ],
    ])
    for (const sermon of [gone, page, broken, layerTwo, cut]) {
      website.pages.set(new URL(sermon.recording).pathname, { type: 'audio/mpeg', bytes: buildMp3(1) })
    }
    await start(id)
    await ended(id)
    expect(await countsOf(id)).toEqual({ done: 6, unreadable: 4 })
  })

  test('a file beside the recording that is missing is named, and the sermon comes in without it', async () => {
    const id = await bringIn([
      oldSermon({ picture: `${website.origin}/gone.png`, chapters: `${website.origin}/gone` }),
    ])
    const [row] = (await find(id)).rows
    expect(row).toMatchObject({ state: 'done', why: 'without_files' })
    expect(await itemOf(row?.uuid)).toMatchObject({ poster_path: 'images/default-banner.jpg', chapters: '' })
  })

  test('the same again adds nothing, also while what came in lies in the trash', async () => {
    const sermons = [oldSermon(), oldSermon()]
    const first = await bringIn(sermons)
    const { totalCount } = await server.ask('GET /preachingManagement')
    const [one, two] = (await find(first)).rows
    expect(await countsOf(await read(sermons))).toEqual({ known: 2 })
    await server.ask('DELETE /preachingManagement', { query: { uuid: one?.uuid } })
    const again = await read(sermons)
    expect((await find(again)).rows).toMatchObject([
      { state: 'known', why: 'in_trash' },
      { state: 'known', uuid: two?.uuid },
    ])
    await start(again, {})
    await ended(again)
    expect(await server.ask('GET /preachingManagement')).toMatchObject({ totalCount: totalCount - 1 })
  })

  test('what went to the trash after an import was read stays there, whatever it is known by', async () => {
    const sermon = oldSermon({ guid: `100 %_! "\\ ${ODD}` })
    const other = oldSermon({ guid: `100 percent! "\\ ${ODD}` })
    const later = await read([sermon, other])
    const [there] = (await find(await bringIn([sermon]))).rows
    await server.ask('DELETE /preachingManagement', { query: { uuid: there?.uuid } })
    await start(later, {})
    await ended(later)
    expect((await find(later)).rows).toMatchObject([{ state: 'known', why: 'in_trash' }, { state: 'done' }])
  })

  test('one that is like another in title and day waits for a word, and new ones can stay away', async () => {
    const there = await publish(server, {
      localizedname: 'Grace alone',
      event_datetime: '2018-01-07T11:00:00',
    })
    const id = await read([
      oldSermon({ title: 'GRACE alone', held: '2018-01-07T10:00:00' }),
      oldSermon({ title: 'Grace alone', held: '2018-01-07T18:00:00' }),
      oldSermon(),
      oldSermon(),
    ])
    expect((await find(id)).rows).toMatchObject([
      { state: 'alike', uuid: there.uuid },
      { state: 'alike', uuid: there.uuid },
      { state: 'new' },
      { state: 'new' },
    ])
    await start(id, { take: [1], leave_out: [3], state: 'draft' })
    await ended(id)
    const { rows } = await find(id)
    expect(rows.map(({ state }) => state)).toEqual(['left_out', 'done', 'done', 'left_out'])
    expect(await itemOf(rows[2]?.uuid)).toMatchObject({ state: 'draft' })
    expect(await find(id, { state: 'done', limit: 1, offset: 1 })).toMatchObject({
      totalCount: 2,
      rows: [{ position: 2 }],
    })
  })

  test('names of one person are shown together, those known already among them', async () => {
    await server.ask('POST /preachers', { body: { presenterName: 'María López' } })
    const id = await read([
      oldSermon({ speakers: ['Pastora Maria Lopez'] }),
      oldSermon({ speakers: ['Rev. John Smith'] }),
      oldSermon({ speakers: ['J. Smith', 'Pastor John Smith'] }),
    ])
    const { speakers } = await find(id)
    expect(Object.fromEntries(speakers.map(({ name, as }) => [name, as]))).toMatchObject({
      'Pastora Maria Lopez': 'María López',
      'J. Smith': 'J. Smith',
      'Rev. John Smith': 'Pastor John Smith',
    })
    expect(speakers.find(({ name }) => name === 'J. Smith')?.alike).toEqual(
      expect.arrayContaining(['Rev. John Smith', 'Pastor John Smith']),
    )
  })

  test('an import is undone as a whole: sermons go to the trash, names that it added go, and what was changed stays', async () => {
    const id = await bringIn([
      oldSermon({ speakers: ['Only here'], topics: ['Only this'], series: 'Only once' }),
      oldSermon({ speakers: ['Stays here'] }),
    ])
    const [one, two] = (await find(id)).rows
    const kept = await itemOf(two?.uuid)
    const { version, localizedname, event_datetime, path, preacher_id } = kept
    await server.ask('PUT /preachingManagement', {
      body: {
        ...{ uuid: kept.uuid, version, localizedname: `${localizedname}, corrected`, event_datetime, path },
        ...{ preacher_id, language_id: 1, preaching_category_id: 6 },
      },
    })
    expect(await server.ask('POST /sermonImports/undo', { body: { id } })).toEqual({
      removed: 1,
      kept: [{ uuid: two?.uuid, title: `${localizedname}, corrected` }],
    })
    expect((await find(id)).state).toBe('undone')
    expect(await namesOf('GET /preachers')).not.toContain('Only here')
    expect(await namesOf('GET /preachers')).toContain('Stays here')
    expect((await server.ask('GET /topics')).map(({ topic }) => topic)).not.toContain('Only this')
    await server.ask('POST /trash/restore', { body: { record: `item/${one?.uuid}` } })
    expect(await itemOf(one?.uuid)).toMatchObject({ presenterName: 'Only here', series: 'Only once' })
    expect(await server.ask('POST /sermonImports/undo', { body: { id } })).toMatchObject({ removed: 1 })
  })

  test('undoing an import leaves a series that was described since', async () => {
    const id = await bringIn([
      oldSermon({ series: 'Described since' }),
      oldSermon({ series: 'Left as it came' }),
    ])
    const series = await server.ask('GET /sermonSeries')
    const described = series.find(({ name }) => name === 'Described since')
    await server.ask('PUT /sermonSeries', {
      body: { id: described?.id ?? 0, name: 'Described since', description: 'Seven evenings on the Psalms' },
    })
    await server.ask('POST /sermonImports/undo', { body: { id } })
    const names = (await server.ask('GET /sermonSeries')).map(({ name }) => name)
    expect(names).toContain('Described since')
    expect(names).not.toContain('Left as it came')
  })

  test('it is stopped between sermons, or in one, and goes on where it was', async () => {
    const slow = oldSermon()
    const path = new URL(slow.recording).pathname
    const here = Promise.withResolvers<void>()
    website.pages.set(path, (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      response.write(buildMp3(1))
      here.resolve()
    })
    const id = await read([oldSermon(), slow, oldSermon()])
    await start(id, {})
    await here.promise
    await server.ask('POST /sermonImports/stop', { body: { id } })
    expect(await countsOf(id)).toEqual({ done: 1, waiting: 2 })
    expect((await find(id)).state).toBe('stopped')
    website.pages.set(path, { type: 'audio/mpeg', bytes: buildMp3(1) })
    await start(id)
    await ended(id)
    expect(await countsOf(id)).toEqual({ done: 3 })
  })

  test('an import that was not started is removed, and every import is forgotten after thirty days', async () => {
    const id = await read([oldSermon()])
    await server.ask('DELETE /sermonImports', { query: { id } })
    expect((await server.ask('GET /sermonImports')).map((one) => one.id)).not.toContain(id)
    expect(await server.ask('GET /sermonImports')).not.toEqual([])
    server.clock.advance(31 * 24 * 60 * 60_000)
    const token = await server.signIn()
    expect(await server.ask('GET /sermonImports', { token })).toEqual([])
  })
})
