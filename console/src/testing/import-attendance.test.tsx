import { useLayoutEffect } from 'react'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { markRows, namesakesOf } from '../imports/preview-marks.ts'
import { readSheets } from '../imports/read-sheets.ts'
import { undoImport } from '../imports/undo-import.ts'
import { type ImportWork, useImport } from '../imports/use-import.ts'
import { askedPerson } from './asked-person.tsx'

// A file of attendance, from choosing it to undoing its import, in a page that draws nothing, on the real server.

let server: TestServer
let ada: Awaited<ReturnType<typeof askedPerson>>
let work: ImportWork

/** Draws nothing. */
function Import() {
  const drawn = useImport()
  useLayoutEffect(() => {
    work = drawn
  })
  return null
}

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  ada = await askedPerson(server, ['import', 'forms'], async (file) => ({
    sheets: await readSheets(file as File),
  }))
})
afterAll(async () => {
  await ada.leave()
  await server.destroy()
})
let nth = 0
beforeEach(async () => {
  nth += 1
  work = undefined as unknown as ImportWork
  ada.draw(<Import key={nth} />)
  await expect.poll(() => work).toBeDefined()
})

const add = async (body: { first_name: string; last_name: string; birthdate?: string }) =>
  (await server.ask('POST /attendees', { body })).id
const isAt = (step: ImportWork['step']) => expect.poll(() => work.step).toBe(step)
async function choose(name: string, ...lines: string[]) {
  await work.choose(new File([lines.join('\r\n')], name, { type: 'text/csv' }))
  await isAt('review')
}
/** What each mark would do, with the child's name as it is shown. */
const shown = () =>
  work.marks &&
  markRows(work.marks).map(({ name, planned, leftOut }) => [name, leftOut ? 'left' : planned.kind])
async function classesOf(search: string) {
  const query = { search, includeAttendanceCount: true, limit: 100 }
  const { results } = await server.ask('GET /classes/by-date', { query })
  return results.map(({ session_datetime, attendance_count }) => [session_datetime, attendance_count])
}

test('a sheet with a column for each Sunday comes in as it was decided, and goes again', async () => {
  await add({ first_name: 'Dorcas', last_name: 'Weaver' })
  const [older, younger] = [
    await add({ first_name: 'Silas', last_name: 'Walker', birthdate: '2017-01-01' }),
    await add({ first_name: 'Silas', last_name: 'Walker', birthdate: '2019-09-09' }),
  ]
  await choose(
    'sunday school.csv',
    'First Name,Last Name,2025-09-07,2025-09-14,2025-09-21,Total',
    'Dorcas,Weaver,x,,A,1',
    'Silas,Walker,x,x,,2',
    'Nobody,Known,x,,,1',
    'Dorcas,Weaver,maybe,,,0',
  )
  expect(work.file).toMatchObject({
    of: 'attendance',
    mapping: ['first_name', 'last_name', 'mark', 'mark', 'mark', null],
  })
  // Without the class's title nothing can be compared.
  expect([work.isUnderstood, shown()]).toEqual([false, undefined])
  await work.answer({ ...(work.file as NonNullable<typeof work.file>), title: 'Weavers' })
  await expect.poll(() => work.isUnderstood).toBe(true)
  const of = (silas: string) => [
    ['Dorcas Weaver', 'new'],
    ['Dorcas Weaver', 'new'],
    ['Silas Walker', silas],
    ['Silas Walker', silas],
    ['Nobody Known', 'undecided'],
  ]
  expect(shown()).toEqual(of('undecided'))
  expect(work.marks?.read.problems).toMatchObject([{ line: 5, name: 'Dorcas Weaver' }])
  expect(work.marks?.plan.classes[0]?.session_datetime).toBe('2025-09-07T10:00:00')

  const [{ place = -1 } = {}] = work.marks ? namesakesOf(work.marks) : []
  await work.decide(place, older)
  await expect.poll(shown).toEqual(of('new'))
  await work.decide(place, undefined)
  await expect.poll(shown).toEqual(of('undecided'))
  await work.decide(place, younger)
  await expect.poll(shown).toEqual(of('new'))
  work.setMarks({ ...(work.marks as NonNullable<typeof work.marks>), left: new Set([3]) })
  await expect.poll(() => shown()?.[3]).toEqual(['Silas Walker', 'left'])
  // What was decided stays while another question is answered.
  await work.answer({ ...(work.file as NonNullable<typeof work.file>), time: '09:30' })
  await expect.poll(() => work.marks?.plan.classes[0]?.session_datetime).toBe('2025-09-07T09:30:00')
  expect(shown()?.slice(2, 4)).toEqual([
    ['Silas Walker', 'new'],
    ['Silas Walker', 'left'],
  ])

  await work.saveMarks()
  await isAt('done')
  expect(work.saved).toMatchObject({ added: 3, changed: 0 })
  expect(await classesOf('weavers')).toEqual([
    ['2025-09-21T09:30:00', 1],
    ['2025-09-07T09:30:00', 2],
  ])
  const profile = await server.ask('GET /attendees', { query: { attendee_id: younger } })
  expect(profile).toMatchObject({ attendance_count: 1 })

  const undoing = undoImport({ id: work.saved?.id ?? 0, file_name: 'sunday school.csv', of: 'attendance' })
  await ada.answer('')
  expect(await ada.notice()).toMatchObject({ notice: { message: 'The import was undone.' } })
  expect([await undoing, await classesOf('weavers')]).toEqual([true, []])
})

test('marks of another program find its children, and an export that comes in again changes nothing', async () => {
  await choose('people.csv', 'Person ID,First Name,Last Name', '88,Tabitha,Gazelle')
  expect(work.file?.of).toBe('attendees')
  await work.save()
  await isAt('done')
  work.restart()
  await isAt('choose')
  await choose(
    'check-ins.csv',
    'Person ID,Class,Date,Time,Status,Comment',
    '88,Gazelles,03/09/2025,9:15 AM,Present,"Sang ""Hosanna"" 🙂"',
    '88,Gazelles,13/09/2025,9:15 AM,Absent,',
  )
  expect(shown()).toEqual([
    ['Tabitha Gazelle', 'new'],
    ['Tabitha Gazelle', 'new'],
  ])
  await work.saveMarks()
  await isAt('done')
  expect(await classesOf('gazelles')).toEqual([
    ['2025-09-13T09:15:00', 1],
    ['2025-09-03T09:15:00', 1],
  ])

  const exported = await server.app.http.inject({
    url: '/api/attendance/export',
    headers: { authorization: `Bearer ${await server.signIn()}` },
  })
  await choose('attendance.csv', exported.body)
  await expect.poll(shown).toEqual([
    ['Tabitha Gazelle', 'same'],
    ['Tabitha Gazelle', 'same'],
  ])
  await work.saveMarks()
  expect(work.step).toBe('review')
})

test('a file whose marks belong to no class is shown with nothing to save', async () => {
  await choose('scribbles.csv', 'First Name,Last Name,Class,2025-09-07', 'Dorcas,Weaver,,x')
  expect([shown(), work.isUnderstood]).toEqual([[], true])
  expect(work.marks?.read.problems).toMatchObject([{ line: 2, reason: 'no_class' }])
})
