import type { Attendee, AttendeePage } from '@vestry/contract/calls/attendees.ts'
import { ATTENDEE_PAGE_SIZE } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { attendeeColumns, attendeeShape } from '../attendees/attendee-columns.tsx'
import { listQuery, readListState } from '../ui/list/list-address.ts'
import { askedPerson } from './asked-person.tsx'

// What the list of attendees asks the real server, and what it makes of the response.

let server: TestServer
let ada: Awaited<ReturnType<typeof askedPerson>>
const born = `${new Date().getFullYear() - 7}-01-01`

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  ada = await askedPerson(server, ['sunday-school'])
  // Sorted by first name, they are in the opposite order.
  for (const [nth, letter] of [...'ABCDEFGHIJKL'].entries()) {
    const known = { birthdate: born, parent_contact: 'leo@example.org', is_member: 1 } as const
    const body = {
      first_name: `Nr ${nth}`,
      last_name: `Meadow ${'LKJIHGFEDCBA'[nth]}`,
      ...(letter !== 'A' && known),
    }
    await server.ask('POST /attendees', { body })
  }
})
afterAll(async () => {
  await ada.leave()
  await server.destroy()
})

/** The page at an address. */
async function page(address: string): Promise<Attendee[]> {
  const state = readListState(new URLSearchParams(address), attendeeShape)
  const query = listQuery(state, ATTENDEE_PAGE_SIZE, attendeeShape)
  return ((await server.ask('GET /attendees', { query })) as AttendeePage).results
}
const lastNames = async (address: string) =>
  (await page(address)).map(({ last_name }) => last_name.slice(-1)).join('')
const columns = () => attendeeColumns(() => undefined)
/** The texts in the cells of a row. */
const textsOf = (attendee: Attendee) =>
  columns().map(({ cell }) =>
    renderToStaticMarkup(<MemoryRouter>{cell(attendee)}</MemoryRouter>).replace(
      /<svg.*?<\/svg>|<[^>]+>/g,
      '',
    ),
  )

test('names and birth date have headers that sort', () => {
  expect(columns().map(({ title, order, sortsAs }) => [title, order, sortsAs])).toEqual([
    ['First Name', 'firstname', undefined],
    ['Last Name', 'lastname', 'default'],
    ['Birth Date', 'birthdate', undefined],
    ['Parent Contact', undefined, undefined],
    ['Membership', undefined, undefined],
  ])
})

test('ten are on a page, by last name, and the address turns it and sorts it otherwise', async () => {
  expect(await lastNames('search=meadow')).toBe('ABCDEFGHIJ')
  expect(await lastNames('search=meadow&page=2')).toBe('KL')
  expect(await lastNames('search=meadow&direction=DESC')).toBe('LKJIHGFEDC')
  expect(await lastNames('search=meadow&orderBy=firstname&page=2')).toBe('DC')
})

test('the age stands beside the date, and what is not known is said', async () => {
  const [first] = await page('search=meadow')
  const [, last] = await page('search=meadow&page=2')
  expect(textsOf(first as Attendee).slice(1)).toEqual([
    'Meadow A',
    `${born} 7 years`,
    'leo@example.org',
    'Church Member',
  ])
  expect(textsOf(last as Attendee).slice(1)).toEqual(['Meadow L', 'No birth date', 'Not Specified', 'Guest'])
})

test('of a child of whom one sees the name alone nothing is said to be missing', async () => {
  const [, last] = await page('search=meadow&page=2')
  expect(textsOf({ ...(last as Attendee), names_only: true }).slice(1)).toEqual(['Meadow L', '', '', ''])
})
