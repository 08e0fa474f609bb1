import { rm } from 'node:fs/promises'
import { photoRoutes } from '@vestry/contract/calls/photos.ts'
import { sanitize } from '@vestry/contract/text/sanitize.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { addTeacher } from '../testing/build-class.ts'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { newChild, pastHandlers } from '../testing/hold-classes.ts'
import { type DemoChurch, openDemoChurch } from '../testing/open-demo-church.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { planSundaySchool } from './demo-plan.ts'

eachDatabase((database) => {
  let church: DemoChurch

  beforeAll(async () => {
    church = await openDemoChurch(database)
  })
  afterAll(() => church.destroy())

  const rowsOf = (table: 'attendee' | 'class_series' | 'attendance') =>
    church.sql.selectFrom(table).selectAll().execute()

  describe('the Sunday school of the demonstration', () => {
    test('has four classes over two terms, an afternoon, and 80 children', async () => {
      expect((await rowsOf('attendee')).length).toBe(80)
      expect((await rowsOf('class_series')).map(({ title }) => title)).toEqual([
        'Little Lambs',
        'Explorers',
        'Pathfinders',
        'Youth',
        'Treasure Hunt',
      ])
      const sessions = await church.sql.selectFrom('class_session').selectAll().execute()
      expect(sessions.length).toBe(4 * (14 + 15) + 1)
      expect(sessions.filter(({ cancelled }) => cancelled === 1).length).toBe(2)
      const scopes = await church.sql.selectFrom('lock_scope').selectAll().execute()
      expect(scopes.find(({ name }) => name === 'attendees')?.items).toBe(80)
      expect(scopes.find(({ name }) => name === 'classes')?.items).toBe(sessions.length)
    })

    test('has believable attendance of the past, and none of today or later', async () => {
      const records = await rowsOf('attendance')
      expect(records.every(({ session_datetime }) => session_datetime < church.today)).toBe(true)
      const came = records.filter(({ attended }) => attended === 1).length / records.length
      expect(came).toBeGreaterThan(0.7)
      expect(came).toBeLessThan(0.9)
      const unrecorded = await church.sql
        .selectFrom('class_session')
        .select('title')
        .where('session_datetime', '<', church.today)
        .where('cancelled', '=', 0)
        .where('id', 'not in', (from) => from.selectFrom('attendance').select('class_id'))
        .execute()
      expect(unrecorded).toEqual([{ title: 'Pathfinders' }])
    })

    test('has a visitor who came twice and is on no roster', async () => {
      const visits = await church.sql
        .selectFrom('attendee')
        .innerJoin('attendance', 'attendee_id', 'attendee.id')
        .select(['first_name', 'attended'])
        .where('attendee.id', 'not in', (from) => from.selectFrom('roster').select('attendee_id'))
        .execute()
      expect(visits).toEqual(Array(2).fill({ first_name: 'Ronan', attended: 1 }))
    })

    test('has children with allergies and needs, and one who has missed the last three classes', async () => {
      const children = await rowsOf('attendee')
      expect(children.filter(({ allergies }) => allergies !== '').length).toBe(4)
      expect(children.filter(({ needs }) => needs !== '').length).toBe(3)
      const finn = await church.sql
        .selectFrom('attendance')
        .innerJoin('attendee', 'attendee.id', 'attendee_id')
        .select('attended')
        .where('first_name', '=', 'Finn')
        .orderBy('session_datetime', 'desc')
        .execute()
      expect(finn.slice(0, 4).map(({ attended }) => attended)).toEqual([0, 0, 0, 1])
    })

    test('has a family for each child whose contact is known, and somebody who collects it', async () => {
      const families = await church.sql.selectFrom('family').select('id').execute()
      expect(families).toHaveLength(40)
      const lonely = await church.sql
        .selectFrom('attendee')
        .select('last_name')
        .where('id', 'not in', (from) =>
          from
            .selectFrom('family_child')
            .innerJoin('adult', 'adult.family_id', 'family_child.family_id')
            .select('attendee_id')
            .where('collects', '=', 'yes'),
        )
        .execute()
      expect(lonely.map(({ last_name }) => last_name)).toEqual(['Dubois', 'Thompson', 'Thompson'])
    })

    test('has one adult who must not collect a child, needs to look at again, and rooms', async () => {
      const barred = await church.sql
        .selectFrom('collect_rule')
        .innerJoin('adult', 'adult.id', 'adult_id')
        .innerJoin('attendee', 'attendee.id', 'attendee_id')
        .select(['adult.first_name as adult', 'attendee.first_name as child', 'rule'])
        .execute()
      expect(barred).toEqual([{ adult: 'Victor', child: 'Teddy', rule: 'barred' }])
      const today = await church.answerTo(ADA.email, '/today')
      expect(today.to_review).toBe(4)
      const rooms = await church.answerTo(ADA.email, '/rooms')
      expect(rooms.map(({ name }: { name: string }) => name)).toEqual([
        'Garden Room',
        'Library',
        'Room 2',
        'Upper Hall',
      ])
    })

    test('has a child who came back after missing three classes', async () => {
      const samir = await church.sql
        .selectFrom('attendance')
        .innerJoin('attendee', 'attendee.id', 'attendee_id')
        .select('attended')
        .where('first_name', '=', 'Samir')
        .orderBy('session_datetime', 'desc')
        .execute()
      expect(samir.slice(0, 4).map(({ attended }) => attended)).toEqual([1, 0, 0, 0])
    })

    test('has faces drawn for most children, none like another, that the API would take', async () => {
      const photos = await church.sql
        .selectFrom('attendee_photo')
        .innerJoin('attendee', 'attendee.id', 'attendee_id')
        .select(['small', 'large', 'photo'])
        .execute()
      expect(photos.length).toBeGreaterThan(60)
      expect(photos.length).toBeLessThan(80)
      expect(new Set(photos.map(({ photo }) => photo)).size).toBe(photos.length)
      for (const { small, large } of photos) {
        expect(photoRoutes.save.body.safeParse({ attendee_id: 1, small, large }).error).toBeUndefined()
      }
    })

    test('shows a teacher the classes of their own in the calendar, and every sermon', async () => {
      const day = new Date(church.today)
      day.setUTCDate(0)
      const to = day.toISOString().slice(0, 10)
      const from = `${to.slice(0, 8)}01`
      const month = `/calendar?from=${from}&to=${to}`
      const { classes, sermons } = await church.answerTo('grace@vestry.local', month)
      const titles = classes.map(({ title }: { title: string }) => title)
      expect(titles).toContain('Explorers')
      expect(titles).not.toContain('Pathfinders')
      const all = await church.answerTo(ADA.email, month)
      expect(all.classes.map(({ title }: { title: string }) => title)).toContain('Pathfinders')
      expect(sermons.length).toBeGreaterThan(0)
      expect(sermons).toEqual(all.sermons)
    })

    test('is filled once', async () => {
      const teachers = await church.fill()
      expect(teachers).toEqual(['grace@vestry.local', 'daniel@vestry.local'])
      expect((await rowsOf('attendee')).length).toBe(80)
    })
  })
})

test.each<[what: string, add: (server: TestServer) => Promise<unknown>]>([
  ['a child', (server) => newChild(server)],
  ['a sermon', (server) => publish(server)],
  ['a second person who signs in', (server) => addTeacher(server, 'Grace')],
])('a church with %s that no demonstration made is not filled', async (_, add) => {
  const server = await startTestServer()
  await add(server)
  const countAll = () =>
    pastHandlers(server, (sql) =>
      Promise.all(
        (['attendee', 'preaching_item', 'identity_user', 'church_setting'] as const).map(async (table) => {
          const rows = await sql.selectFrom(table).selectAll().execute()
          return rows.length
        }),
      ),
    )
  const before = await countAll()
  await server.app.close()
  const start = buildApp(server.config, { clock: server.clock, log: undefined, demo: true })
  await expect(start.then((app) => app.close())).rejects.toThrow('not the demonstration')
  expect(await countAll()).toEqual(before)
  await rm(server.dataFolder, { recursive: true })
})

describe('the plan of the demonstration', () => {
  test.each(['2026-05-03', '2026-11-21', '2028-02-29'])('is the same whenever it is made on %s', (today) => {
    expect(planSundaySchool(today)).toEqual(planSundaySchool(today))
  })

  test('has an end for each class, and none on Easter Sunday, which a later one makes up for', () => {
    // Easter 2026 is four weeks before the first day, and Easter 2027 two weeks after the second.
    for (const [today, easter] of [
      ['2026-05-03', '2026-04-05'],
      ['2027-03-14', '2027-03-28'],
    ] as const) {
      const { sessions } = planSundaySchool(today)
      expect(sessions.every((one) => one.end_time > one.session_datetime.slice(11, 16))).toBe(true)
      expect(sessions.filter((one) => one.session_datetime.startsWith(easter))).toEqual([])
      expect(sessions).toHaveLength(4 * (14 + 15) + 1)
    }
  })

  test('says nothing of a child that cleaning would change', () => {
    for (const { content } of planSundaySchool('2026-05-03').children) {
      for (const text of [content.first_name, content.last_name, content.parent_contact, content.notes]) {
        expect(sanitize(text)).toBe(text)
      }
    }
  })
})
