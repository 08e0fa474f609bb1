import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSermon, publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'

const UUID = '0b8a6c1e-4f0e-4f57-9b1a-0f6f2c9f3a11'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const find = (uuid: string) => server.ask('GET /preachingManagement/item', { query: { uuid } })

  test('an item is created with the defaults of the server', async () => {
    const body = buildSermon({
      localizedname: '  Señor, enséñanos  ',
      event_datetime: '2026-05-03 10:30:00.000',
    })
    const created = await server.ask('POST /preachingManagement', { body })
    expect(created).toEqual({ message: 'Item successfully created', uuid: expect.any(String), version: 1 })
    expect(await find(created.uuid)).toEqual({
      uuid: created.uuid,
      localizedname: 'Señor, enséñanos',
      event_datetime: '2026-05-03T10:30:00',
      description: '',
      path: body.path,
      poster_path: 'images/default-banner.jpg',
      media_format: 'audio',
      language_id: 1,
      preacher_id: 1,
      preaching_category_id: 6,
      presenterName: 'Guest Speaker',
      category: 'Sermon',
      language: 'English',
      version: 1,
      state: 'published',
      passages: '',
      passages_read: '',
      topics: [],
      speakers: [],
      attachments: [],
      chapters: '',
      transcript: '',
      last_change: { at: server.clock.now(), by: ADA.email },
    })
  })

  test('creating the same again with the same uuid answers the same and creates nothing new', async () => {
    const body = { ...buildSermon(), uuid: crypto.randomUUID() }
    const first = await server.ask('POST /preachingManagement', { body })
    const before = await server.ask('GET /preachingManagement')
    expect(await server.ask('POST /preachingManagement', { body })).toEqual(first)
    expect((await server.ask('GET /preachingManagement')).totalCount).toBe(before.totalCount)
  })

  test('creating something else with a uuid that is there is refused', async () => {
    const { uuid } = await publish(server)
    const { status, body } = await server.tryCall('POST /preachingManagement', {
      body: buildSermon({ uuid }),
    })
    expect(status).toBe(409)
    expect(body).toEqual({ error: 'already_exists', message: 'An item with this uuid already exists.' })
  })

  test('an item is updated, and its version grows', async () => {
    const sermon = await publish(server)
    const changed = { ...sermon, localizedname: 'A new title', description: 'Two\nlines' }
    const answer = await server.ask('PUT /preachingManagement', { body: changed })
    expect(answer).toEqual({
      message: 'Item successfully updated',
      uuid: sermon.uuid,
      version: 2,
      released: [],
    })
    expect(await find(sermon.uuid)).toMatchObject({
      localizedname: 'A new title',
      description: 'Two\nlines',
      version: 2,
    })
    expect(
      (await server.ask('GET /preachingManagement', { query: { search: 'new title' } })).totalCount,
    ).toBe(1)
  })

  test('an update of something that was changed by someone else since it was loaded is refused', async () => {
    const sermon = await publish(server)
    await server.ask('PUT /preachingManagement', { body: { ...sermon, version: 1, localizedname: 'Theirs' } })
    const { status, body } = await server.tryCall('PUT /preachingManagement', {
      body: { ...sermon, version: 1, localizedname: 'Ours' },
    })
    expect(status).toBe(409)
    expect(body).toEqual({
      error: 'changed_meanwhile',
      message: 'Someone else has changed this item since you opened it. Open it again to see their changes.',
    })
    expect((await find(sermon.uuid)).localizedname).toBe('Theirs')
  })

  test('an update without a version wins as before', async () => {
    const sermon = await publish(server)
    await server.ask('PUT /preachingManagement', { body: { ...sermon, version: 1, localizedname: 'Theirs' } })
    await server.ask('PUT /preachingManagement', { body: { ...sermon, localizedname: 'Ours' } })
    expect((await find(sermon.uuid)).localizedname).toBe('Ours')
  })

  test('an update that changes nothing is answered, and the version stays', async () => {
    const sermon = await publish(server)
    const answer = await server.ask('PUT /preachingManagement', { body: { ...sermon, version: 1 } })
    expect(answer.version).toBe(1)
  })

  test('a replaced recording and poster are released, if no other item uses them', async () => {
    const first = await publish(server, { path: 'preaching/2026/shared.mp3', poster_path: 'images/mine.jpg' })
    const second = await publish(server, {
      path: 'preaching/2026/shared.mp3',
      poster_path: 'images/mine.jpg',
    })
    const replaced = { path: 'preaching/2026/other.mp3', poster_path: 'images/other.jpg' }
    const one = await server.ask('PUT /preachingManagement', { body: { ...first, ...replaced } })
    expect(one.released).toEqual([])
    const two = await server.ask('PUT /preachingManagement', { body: { ...second, ...replaced } })
    expect(two.released).toEqual(['preaching/2026/shared.mp3', 'images/mine.jpg'])
  })

  test('the default poster is never released', async () => {
    const sermon = await publish(server, { poster_path: 'images/default-banner.jpg' })
    const body = { ...sermon, path: 'preaching/2026/again.mp3', poster_path: 'images/mine-at-last.jpg' }
    expect((await server.ask('PUT /preachingManagement', { body })).released).toEqual([sermon.path])
  })

  test('what is known of the files is answered, and kept by an update that does not name it', async () => {
    const facts = { duration: 1823, small_poster_path: 'images/grace-320.webp' }
    const sermon = buildSermon({ uuid: crypto.randomUUID(), poster_path: 'images/grace.jpg' })
    const { uuid } = await server.ask('POST /preachingManagement', { body: { ...sermon, ...facts } })
    expect(await find(uuid)).toMatchObject(facts)
    const [listed] = (
      await server.ask('GET /preachingManagement', { query: { search: sermon.localizedname } })
    ).results
    expect(listed).toMatchObject(facts)
    const renamed = { ...sermon, uuid, localizedname: 'Grace alone' }
    expect((await server.ask('PUT /preachingManagement', { body: renamed })).released).toEqual([])
    expect(await find(uuid)).toMatchObject({ ...facts, localizedname: 'Grace alone', version: 2 })
  })

  test('another recording has no duration and another poster no small one until they are told', async () => {
    const facts = { duration: 61, small_poster_path: 'images/hope-320.webp' }
    const sermon = await publish(server, { ...facts, poster_path: 'images/hope.jpg' })
    const { duration: _, small_poster_path: __, ...spec } = sermon
    const other = { ...spec, path: 'preaching/2026/hope-again.mp3', poster_path: 'images/default-banner.jpg' }
    const { released } = await server.ask('PUT /preachingManagement', { body: other })
    expect(released).toEqual([sermon.path, 'images/hope.jpg', 'images/hope-320.webp'])
    const found = await find(sermon.uuid)
    expect(['duration' in found, 'small_poster_path' in found]).toEqual([false, false])
    const told = { ...other, duration: 90, small_poster_path: 'images/hope-321.webp' }
    await server.ask('PUT /preachingManagement', { body: told })
    expect(await find(sermon.uuid)).toMatchObject({ duration: 90, small_poster_path: 'images/hope-321.webp' })
  })

  test('a sound that was measured and an audio file are kept until the recording is another one', async () => {
    const facts = {
      sound: { loudness: -18.25, peak: -2.5, waveform: Buffer.alloc(400, 7).toString('base64') },
      audio_path: 'preaching/2026/joy.m4a',
    }
    const {
      sound: _,
      audio_path: __,
      ...spec
    } = await publish(server, { ...facts, path: 'preaching/2026/joy.mp4' })
    const renamed = { ...spec, localizedname: 'Joy' }
    expect((await server.ask('PUT /preachingManagement', { body: renamed })).released).toEqual([])
    expect(await find(spec.uuid)).toMatchObject({ ...facts, version: 2 })
    const again = await server.ask('PUT /preachingManagement', { body: { ...renamed, ...facts } })
    expect(again.version).toBe(2)
    const other = { ...renamed, path: 'preaching/2026/more-joy.mp4' }
    const { released } = await server.ask('PUT /preachingManagement', { body: other })
    expect(released).toEqual([spec.path, facts.audio_path])
    const found = await find(spec.uuid)
    expect(['sound' in found, 'audio_path' in found]).toEqual([false, false])
  })

  test.each([
    { audio_path: 'images/a.m4a' },
    { audio_path: '' },
    { sound: { loudness: -90, peak: -1, waveform: 'A'.repeat(536) } },
    { sound: { loudness: -20, peak: -1, waveform: 'AAAA' } },
    { sound: { loudness: -20, peak: -1, waveform: '<'.repeat(536) } },
    { duration: -1 },
    { duration: 1.5 },
    { small_poster_path: 'preaching/2026/a.webp' },
    { small_poster_path: 'images/../a.webp' },
    { small_poster_path: '' },
  ])('%o is refused', async (facts) => {
    const { status } = await server.tryCall('POST /preachingManagement', { body: buildSermon(facts) })
    expect(status).toBe(400)
  })

  test('a deleted item releases nothing while it lies in the trash, and what it names stays used', async () => {
    const sermon = await publish(server, { path: 'preaching/2026/kept.mp3' })
    const other = await publish(server, { path: 'preaching/2026/kept.mp3' })
    const answer = await server.ask('DELETE /preachingManagement', { query: { uuid: sermon.uuid } })
    expect(answer).toEqual({ message: 'Item successfully deleted', released: [] })
    const body = { ...other, path: 'preaching/2026/elsewhere.mp3' }
    expect((await server.ask('PUT /preachingManagement', { body })).released).toEqual([])
  })

  test('a deleted item is gone', async () => {
    const { uuid } = await publish(server, { localizedname: 'Soon forgotten' })
    await server.ask('DELETE /preachingManagement', { query: { uuid } })
    expect((await server.tryCall('GET /preachingManagement/item', { query: { uuid } })).status).toBe(404)
    expect((await server.tryCall('DELETE /preachingManagement', { query: { uuid } })).status).toBe(404)
    expect(
      (await server.ask('GET /preachingManagement', { query: { search: 'forgotten' } })).totalCount,
    ).toBe(0)
  })

  test('of many who replace the file of items at once, exactly one is told to remove it', async () => {
    const path = 'preaching/2026/together.mp3'
    const sermons = await Promise.all(Array.from({ length: 8 }, () => publish(server, { path })))
    const answers = await Promise.all(
      sermons.map((sermon) =>
        server.ask('PUT /preachingManagement', {
          body: { ...sermon, path: `preaching/2026/${sermon.uuid}.mp3` },
        }),
      ),
    )
    expect(answers.flatMap((answer) => answer.released)).toEqual([path])
  })

  test('of many who change one loaded item at once, exactly one succeeds', async () => {
    const sermon = await publish(server)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        server.tryCall('PUT /preachingManagement', {
          body: { ...sermon, version: 1, localizedname: `Change ${index}` },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('of many who create with one uuid at once, all get the same answer', async () => {
    const body = { ...buildSermon({ localizedname: 'Only once' }), uuid: crypto.randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => server.ask('POST /preachingManagement', { body })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(
      (await server.ask('GET /preachingManagement', { query: { search: 'only once' } })).totalCount,
    ).toBe(1)
  })

  test.each([
    [{ preacher_id: 4711 }, 'preacher_id', 'preacher_id names no presenter.'],
    [{ preaching_category_id: 4711 }, 'preaching_category_id', 'preaching_category_id names no category.'],
    [{ language_id: 3 }, 'language_id', 'language_id names no language.'],
    [{ language_id: 2 ** 40 }, 'language_id', 'language_id must be a whole number above 0.'],
    [{ localizedname: '   ' }, 'localizedname', 'localizedname must be a text of 1 to 300 characters.'],
    [{ localizedname: undefined }, 'localizedname', 'localizedname is missing.'],
    [{ localizedname: 'a\u0000b' }, 'localizedname', 'localizedname must be a text of 1 to 300 characters.'],
    [{ localizedname: null }, 'localizedname', 'localizedname must be a text of 1 to 300 characters.'],
    [
      { event_datetime: 'yesterday' },
      'event_datetime',
      'event_datetime must be a date and time such as 2026-05-03T10:30:00.',
    ],
    [
      { event_datetime: '2026-02-30T10:30:00' },
      'event_datetime',
      'event_datetime must be a date and time such as 2026-05-03T10:30:00.',
    ],
    [
      { event_datetime: '2026-05-03T10:30:00Z' },
      'event_datetime',
      'event_datetime must be a date and time such as 2026-05-03T10:30:00.',
    ],
    // A year that was typed as 26.
    [
      { event_datetime: '0026-05-03T10:30' },
      'event_datetime',
      'event_datetime must be a date and time such as 2026-05-03T10:30:00.',
    ],
    [{ path: 'images/a.mp3' }, 'path', 'path must be the path of a file under preaching/.'],
    [{ path: 'preaching/../keys' }, 'path', 'path must be the path of a file under preaching/.'],
    [{ poster_path: '' }, 'poster_path', 'poster_path must be the path of a file under images/.'],
    [{ media_format: 'text' }, 'media_format', 'media_format must be one of audio, video.'],
    [{ uuid: 'mine' }, 'uuid', 'uuid must be a UUID.'],
    [{ presenterName: 'x' }, 'presenterName', 'presenterName is not a field of this call.'],
  ])('refuses %j and names the field', async (overrides, field, message) => {
    const answer = await server.tryCall('POST /preachingManagement', {
      body: { ...buildSermon(), ...overrides },
    })
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: { error: 'invalid_request', message, field },
    })
  })

  test('nothing is kept of a refused update', async () => {
    const sermon = await publish(server)
    const body = { ...sermon, localizedname: 'Half done', preacher_id: 4711 }
    expect((await server.tryCall('PUT /preachingManagement', { body })).status).toBe(400)
    expect((await find(sermon.uuid)).localizedname).toBe(sermon.localizedname)
  })

  test('what is not there can be neither read nor changed nor deleted', async () => {
    const absent = { error: 'not_found', message: 'There is no such item; it may have been deleted.' }
    for (const [call, given] of [
      ['GET /preachingManagement/item', { query: { uuid: UUID } }],
      ['PUT /preachingManagement', { body: buildSermon({ uuid: UUID }) }],
      ['DELETE /preachingManagement', { query: { uuid: UUID } }],
    ] as const) {
      const { status, body } = await server.tryCall(call, given)
      expect({ status, body }).toEqual({ status: 404, body: absent })
    }
  })
})
