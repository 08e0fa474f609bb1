import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSermon, publish, type SermonBody } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    // Half an hour before the clocks go back.
    server = await startTestServer({ database, clock: createTestClock(Date.parse('2026-10-25T00:00:00Z')) })
    await server.ask('PUT /settings', { body: { timeZone: 'Europe/Madrid' } })
  })
  afterAll(() => server.destroy())

  const find = (uuid: string) => server.ask('GET /preachingManagement/item', { query: { uuid } })
  const change = (body: SermonBody & { uuid: string }) => server.ask('PUT /preachingManagement', { body })
  const refused = (body: SermonBody) => server.tryCall('POST /preachingManagement', { body })
  const titles = async (query: object) =>
    (await server.ask('GET /preachingManagement', { query: { ...query, limit: 100 } })).results
      .map(({ localizedname }) => localizedname)
      .sort()
  const addPresenter = async (presenterName: string) =>
    (await server.ask('POST /preachers', { body: { presenterName } })).id
  const addTopic = async (topic: string) => (await server.ask('POST /topics', { body: { topic } })).id
  const addSeries = async (name: string) => (await server.ask('POST /sermonSeries', { body: { name } })).id

  describe('a state', () => {
    test('is published without one, and an old body publishes a draft', async () => {
      const draft = await publish(server, { state: 'draft', localizedname: 'Unfinished' })
      expect(await find(draft.uuid)).toMatchObject({ state: 'draft' })
      const { state: _, ...old } = draft
      await change(old)
      expect(await find(draft.uuid)).toMatchObject({ state: 'published', version: 2 })
    })

    test('is scheduled by the church’s clock until then, and published afterwards without anybody’s doing', async () => {
      const planned = await publish(server, {
        localizedname: 'Soon',
        state: 'scheduled',
        publish_at: '2026-10-25T02:10',
      })
      const listed = () => server.ask('GET /preachingManagement', { query: { search: 'Soon' } })
      expect(await find(planned.uuid)).toMatchObject({
        state: 'scheduled',
        publish_at: '2026-10-25T02:10:00',
      })
      expect((await listed()).results[0]).toMatchObject({ state: 'scheduled' })
      expect(await titles({ states: 'scheduled' })).toEqual(['Soon'])
      server.clock.advance(Date.parse('2026-10-25T00:10:00Z') - server.clock.now() - 1)
      expect((await listed()).results[0]).toMatchObject({ state: 'scheduled' })
      server.clock.advance(1)
      expect((await listed()).results[0]).toMatchObject({ state: 'published' })
      expect(await find(planned.uuid)).toMatchObject({ state: 'published', version: 1 })
      expect(await find(planned.uuid)).not.toHaveProperty('publish_at')
      expect(await titles({ states: 'scheduled' })).toEqual([])
    })

    test('is the same again with the same body, after its time too', async () => {
      const body = buildSermon({
        state: 'scheduled',
        publish_at: '2026-10-25T02:05',
        uuid: crypto.randomUUID(),
      })
      const first = await server.ask('POST /preachingManagement', { body })
      expect(await server.ask('POST /preachingManagement', { body })).toEqual(first)
    })

    test('takes the earlier of an hour that comes twice, and refuses one that does not come', async () => {
      const twice = await publish(server, { state: 'scheduled', publish_at: '2026-10-25T02:30' })
      expect(await find(twice.uuid)).toMatchObject({ publish_at: '2026-10-25T02:30:00' })
      server.clock.advance(Date.parse('2026-10-25T00:30:00Z') - server.clock.now())
      expect(await find(twice.uuid)).toMatchObject({ state: 'published' })
      expect(
        await refused(buildSermon({ state: 'scheduled', publish_at: '2027-03-28T02:30' })),
      ).toMatchObject({
        status: 400,
        body: {
          field: 'publish_at',
          message: 'publish_at is in the hour that the clocks skip when they go forward.',
        },
      })
      expect(await refused(buildSermon({ state: 'scheduled' }))).toMatchObject({
        status: 400,
        body: { field: 'publish_at', message: 'publish_at is missing: say when the item comes out.' },
      })
    })

    test('can be filtered by', async () => {
      await publish(server, { state: 'draft', localizedname: 'Sketch' })
      expect(await titles({ states: 'draft' })).toEqual(['Sketch'])
      expect(await titles({ states: 'draft,published' })).toContain('Soon')
    })
  })

  describe('what the library has of a sermon', () => {
    test('is kept as it was sent, and stays where an update leaves it out', async () => {
      const [ruth, noemi] = [await addPresenter('Ruth'), await addPresenter('Noemí')]
      const [grace, hope] = [await addTopic('Grace'), await addTopic('Hope')]
      const series_id = await addSeries('Romans')
      const sent = await publish(server, {
        series_id,
        topics: [hope, grace, hope],
        speakers: [
          { preacher_id: noemi, part: 'Reading' },
          { preacher_id: ruth, part: '' },
        ],
        attachments: [{ path: 'preaching/2026/notes.pdf', title: 'Notes “for all” 🙂' }],
        chapters: '00:00 Welcome\n12:30 The second promise',
        transcript: 'WEBVTT\n\n00:00.000 --> 00:02.000\nGrace to you.',
      })
      const library = {
        series_id,
        series: 'Romans',
        topics: [
          { id: grace, topic: 'Grace' },
          { id: hope, topic: 'Hope' },
        ],
        speakers: [
          { preacher_id: noemi, presenterName: 'Noemí', part: 'Reading' },
          { preacher_id: ruth, presenterName: 'Ruth', part: '' },
        ],
        attachments: sent.attachments,
        chapters: sent.chapters,
        transcript: sent.transcript,
      }
      expect(await find(sent.uuid)).toMatchObject(library)
      const { uuid, localizedname, event_datetime, path } = sent
      await change({ uuid, localizedname: `${localizedname}!`, event_datetime, path })
      expect(await find(uuid)).toMatchObject({ ...library, version: 2 })
      await change({ uuid, localizedname, event_datetime, path, series_id: null, topics: [], speakers: [] })
      const left = await find(uuid)
      expect(left).toMatchObject({ topics: [], speakers: [], attachments: sent.attachments, version: 3 })
      expect(left).not.toHaveProperty('series')
    })

    test('is found by series, topic and whoever speaks', async () => {
      const [esther, other] = [await addPresenter('Esther'), await addPresenter('Mordecai')]
      const topics = [await addTopic('Courage')]
      const series_id = await addSeries('Esther')
      await publish(server, { localizedname: 'Esther one', preacher_id: esther, series_id })
      await publish(server, {
        localizedname: 'Esther two',
        preacher_id: other,
        speakers: [{ preacher_id: esther, part: 'Reading' }],
        topics,
      })
      expect(await titles({ series: series_id })).toEqual(['Esther one'])
      expect(await titles({ topics: String(topics[0]) })).toEqual(['Esther two'])
      expect(await titles({ presenters: String(esther) })).toEqual(['Esther one', 'Esther two'])
      expect(await titles({ presenters: String(esther), orderBy: 'presenter' })).toHaveLength(2)
      expect(await titles({ presenters: String(other) })).toEqual(['Esther two'])
    })

    test.each([
      [{ topics: [4711] }, 'topics', 'topics names a topic that is not there.'],
      [{ series_id: 4711 }, 'series_id', 'series_id names no series.'],
      [{ speakers: [{ preacher_id: 4711 }] }, 'speakers', 'speakers names a presenter who is not there.'],
    ])('refuses what names nothing: %j', async (wrong, field, message) => {
      expect(await refused(buildSermon(wrong as Partial<SermonBody>))).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', field, message },
      })
    })

    test('names nobody twice as a speaker', async () => {
      const abel = await addPresenter('Abel')
      const twice = { preacher_id: abel, speakers: [{ preacher_id: abel, part: 'Prayer' }] }
      expect(await refused(buildSermon(twice))).toMatchObject({
        status: 400,
        body: { field: 'speakers', message: 'speakers names somebody twice, or the presenter again.' },
      })
    })

    test('releases an attachment that is taken off, and none that another sermon has', async () => {
      const [own, shared] = ['preaching/2026/own.pdf', 'preaching/2026/shared.pdf']
      const attachments = [own, shared].map((path) => ({ path, title: 'Notes' }))
      const one = await publish(server, { attachments })
      await publish(server, { attachments: attachments.slice(1) })
      expect(await change({ ...one, attachments: [] })).toMatchObject({ released: [own] })
    })
  })

  describe('passages', () => {
    test('are read as they are typed, kept, and written back', async () => {
      const { uuid } = await publish(server, { passages: 'Rom 8:28-30; Jn 3:16' })
      expect(await find(uuid)).toMatchObject({
        passages: 'Rom 8:28-30; Jn 3:16',
        passages_read: 'Romans 8:28–30; John 3:16',
      })
      const es = await publish(server, { passages: '1ª Corintios 13', language_id: 2 })
      expect(await find(es.uuid)).toMatchObject({ passages_read: '1 Corintios 13' })
      const odd = await publish(server, { passages: 'Rom 8; the sermon on the hill' })
      expect(await find(odd.uuid)).toMatchObject({
        passages: 'Rom 8; the sermon on the hill',
        passages_read: '',
      })
      const query = { text: 'Rom 8; somewhere', language_id: 1 }
      expect(await server.ask('GET /preachingManagement/passages', { query })).toEqual({
        read: 'Romans 8',
        unread: ['somewhere'],
      })
    })

    test('find every sermon that touches them, and the titles that name them', async () => {
      const sermons = [
        { localizedname: 'All of Habakkuk', passages: 'Habakkuk' },
        { localizedname: 'From the watch', passages: 'Hab 1:12–2:4' },
        { localizedname: 'The just', passages: 'Hab 2:4' },
        { localizedname: 'Yet I will rejoice', passages: 'Gen 1; Habakkuk 3:17-19' },
        { localizedname: 'Habakkuk 2 for children' },
        { localizedname: 'Elsewhere', passages: 'Hag 2:4' },
      ]
      for (const sermon of sermons) {
        await publish(server, sermon)
      }
      const found = (search: string) => titles({ search })
      expect(await found('Habakkuk 2')).toEqual([
        'All of Habakkuk',
        'From the watch',
        'Habakkuk 2 for children',
        'The just',
      ])
      expect(await found('Hab 2:4')).toEqual(['All of Habakkuk', 'From the watch', 'The just'])
      expect(await found('Hab 2.5')).toEqual(['All of Habakkuk'])
      expect(await found('Habacuc 3,18')).toEqual(['All of Habakkuk', 'Yet I will rejoice'])
      expect(await found('Hab 1-2')).toEqual(['All of Habakkuk', 'From the watch', 'The just'])
      expect(await found('habakkuk')).toHaveLength(5)
    })

    test('of a whole Bible are as many rows as it has chapters, and go with the sermon', async () => {
      const { uuid } = await publish(server, { localizedname: 'All of it', passages: 'Gen-Rev; Gen 1' })
      const before = await find(uuid)
      await server.ask('DELETE /preachingManagement', { query: { uuid } })
      expect(await titles({ search: 'Obadiah 1' })).not.toContain('All of it')
      await server.ask('POST /trash/restore', { body: { record: `item/${uuid}` } })
      expect(await find(uuid)).toEqual(before)
    })
  })

  test.each([
    [{ chapters: '00:00 Welcome\nno time' }, 'chapters', /line 2 is no chapter/],
    [{ chapters: '10:00 Later\n05:00 Earlier' }, 'chapters', /line 2/],
    [{ transcript: 'WEBVTT\n\n00:09.000 --> 00:02.000\nBackwards' }, 'transcript', /transcript: /],
  ])('refuses chapters and transcripts that nobody can follow: %j', async (wrong, field, message) => {
    expect(await refused(buildSermon(wrong))).toMatchObject({
      status: 400,
      body: { field, message: expect.stringMatching(message) },
    })
  })

  describe('names', () => {
    test('of two presenters that are merged are in no sermon twice', async () => {
      const [wrong, right] = [await addPresenter('Zecariah'), await addPresenter('Zechariah')]
      const read = (preacher_id: number) => ({ preacher_id, part: 'Reading' })
      const both = await publish(server, { speakers: [read(wrong), read(right)] })
      const own = await publish(server, { preacher_id: right, speakers: [read(wrong)] })
      const only = await publish(server, { speakers: [read(wrong)] })
      const gone = await publish(server, { preacher_id: wrong, speakers: [read(right)] })
      await server.ask('DELETE /preachingManagement', { query: { uuid: gone.uuid } })
      const { moved } = await server.ask('POST /preachers/merge', { body: { id: wrong, into: right } })
      expect(moved).toBe(3)
      await server.ask('POST /trash/restore', { body: { record: `item/${gone.uuid}` } })
      const speakers = async ({ uuid }: { uuid: string }) =>
        (await find(uuid)).speakers.map(({ presenterName }) => presenterName)
      expect(await speakers(both)).toEqual(['Zechariah'])
      expect(await speakers(own)).toEqual([])
      expect(await speakers(only)).toEqual(['Zechariah'])
      expect(await speakers(gone)).toEqual([])
      expect(await find(gone.uuid)).toMatchObject({ preacher_id: right })
    })

    test('of two topics that are merged are in no sermon twice', async () => {
      const [one, other] = [await addTopic('Praier'), await addTopic('Prayer')]
      const both = await publish(server, { topics: [one, other] })
      await server.ask('POST /topics/merge', { body: { id: one, into: other } })
      expect(await find(both.uuid)).toMatchObject({ topics: [{ id: other, topic: 'Prayer' }], version: 2 })
    })
  })

  describe('a series', () => {
    test('is added, changed, merged and deleted, and tells which picture nobody needs any more', async () => {
      const picture_path = 'images/exodus.jpg'
      const body = { name: 'Exodus', description: 'Out of Egypt', picture_path, order: 'newest' as const }
      const { id, version } = await server.ask('POST /sermonSeries', { body })
      const ofId = async () => (await server.ask('GET /sermonSeries')).find((series) => series.id === id)
      expect(await ofId()).toEqual({ ...body, id, version, items: 0 })
      const { uuid } = await publish(server, { series_id: id })
      const changed = { id, version, ...body, name: 'Éxodo', picture_path: '' }
      expect(await server.ask('PUT /sermonSeries', { body: changed })).toMatchObject({
        released: [picture_path],
      })
      // The first response may have been lost.
      expect(await server.tryCall('PUT /sermonSeries', { body: changed })).toMatchObject({
        status: 200,
        body: { version: 2, released: [] },
      })
      expect(await find(uuid)).toMatchObject({ series: 'Éxodo' })
      const { results } = await server.ask('GET /preachingManagement', { query: { series: String(id) } })
      expect(results[0]).toMatchObject({ series: 'Éxodo' })
      const into = await addSeries('The five books')
      const merged = await server.ask('POST /sermonSeries/merge', { body: { id, into } })
      expect(merged).toMatchObject({ moved: 1 })
      expect(await ofId()).toBeUndefined()
      expect(await find(uuid)).toMatchObject({ series_id: into, version: 2 })
    })
  })

  describe('the trash', () => {
    test('gives everything back, under its names of then where those were deleted', async () => {
      const [reader, topic, series_id] = [
        await addPresenter('Tabitha'),
        await addTopic('Mercy'),
        await addSeries('Acts'),
      ]
      const path = 'preaching/2026/acts.pdf'
      await server.app.store.put(path, Buffer.from('%PDF-1.7'), {})
      const sermon = await publish(server, {
        series_id,
        topics: [topic],
        speakers: [{ preacher_id: reader, part: 'Reading' }],
        attachments: [{ path, title: 'Notes' }],
        transcript: 'Grace to you.',
        chapters: '00:00 Welcome',
        state: 'draft',
      })
      const before = await find(sermon.uuid)
      await server.ask('DELETE /preachingManagement', { query: { uuid: sermon.uuid } })
      await server.ask('DELETE /preachers', { query: { id: reader } })
      await server.ask('DELETE /topics', { query: { id: topic } })
      await server.ask('DELETE /sermonSeries', { query: { id: series_id } })
      await server.ask('POST /trash/restore', { body: { record: `item/${sermon.uuid}` } })
      expect(await find(sermon.uuid)).toEqual(before)
      expect(await server.app.store.has(path)).toBe(true)
    })

    test('gives a deleted series back without a picture that may be gone from the store', async () => {
      const addWithPicture = async (name: string, picture_path: string) =>
        (await server.ask('POST /sermonSeries', { body: { name, picture_path } })).id
      const [own, shared] = ['images/joel.jpg', 'images/prophets.jpg']
      await addWithPicture('Prophets', shared)
      for (const [name, picture_path, released] of [
        ['Joel', own, [own]],
        ['Hosea', shared, []],
      ] as const) {
        const series_id = await addWithPicture(name, picture_path)
        const { uuid } = await publish(server, { series_id })
        await server.ask('DELETE /preachingManagement', { query: { uuid } })
        expect(await server.ask('DELETE /sermonSeries', { query: { id: series_id } })).toMatchObject({
          released,
        })
        await server.ask('POST /trash/restore', { body: { record: `item/${uuid}` } })
      }
      const series = await server.ask('GET /sermonSeries')
      expect(series.find(({ name }) => name === 'Joel')).toMatchObject({ picture_path: '', items: 1 })
      expect(series.find(({ name }) => name === 'Hosea')).toMatchObject({ picture_path: shared, items: 1 })
    })

    test('takes the attachments with it for good', async () => {
      const path = 'preaching/2026/amos.pdf'
      await server.app.store.put(path, Buffer.from('%PDF-1.7'), {})
      const { uuid } = await publish(server, { attachments: [{ path, title: 'Notes' }] })
      await server.ask('DELETE /preachingManagement', { query: { uuid } })
      expect(await server.app.store.has(path)).toBe(true)
      await server.ask('DELETE /trash', { query: { record: `item/${uuid}` } })
      await expect.poll(() => server.app.store.has(path)).toBe(false)
    })
  })
})
