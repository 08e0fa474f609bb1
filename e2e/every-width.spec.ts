import type { Page } from '@playwright/test'
import { addAttendee, callAs } from './church-calls.ts'
import { expectFits, type Width } from './cut-off.ts'
import { expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

// Families, rooms and the door on a telephone, a tablet, a desk and a wall, at 400 % zoom, in both languages and themes.

/** Where assistive technology is tried, in both themes: nothing else changes between them. */
const TRIED = new Set<Width>([390, 1280])

const LONG = 'Fernández de Córdoba y Álvarez-Cienfuegos'

/** A church of the demonstration with a long-named family, of whom one child is here and one was given back. */
async function fillChurch(page: Page) {
  await callAs(page, 'PUT', '/settings', { families: true, rooms: true, door: true })
  const { now } = await callAs<{ now: string }>(page, 'GET', '/door')
  const planned = await callAs<{ id: number; series_id: number }>(page, 'POST', '/classes', {
    ...{ title: 'Exploradores y exploradoras', session_datetime: `${now.slice(0, 10)}T23:00:00` },
    room: 'Blue room',
  })
  const care = { allergies: 'Peanuts, tree nuts and sesame', needs: 'Inhaler in the blue bag' }
  const children = [
    await addAttendee(page, { first_name: 'María de los Ángeles', last_name: LONG, ...care }),
    await addAttendee(page, { first_name: 'Ruth', last_name: LONG }),
  ]
  await callAs(page, 'POST', '/classes/roster', { series_id: planned.series_id, attendee_ids: children })
  const adult = { id: null, last_name: LONG, email: 'ana@example.org', language: 'es' }
  const family = await callAs<{ id: number; adults: { id: number }[] }>(page, 'POST', '/families', {
    name: LONG,
    adults: [
      { ...adult, first_name: 'Ana Belén', phone: '+34 612 000 111', collects: 'yes' },
      { ...adult, first_name: 'Bartolomé', phone: '', collects: 'no' },
    ],
    children,
  })
  const { stays } = await callAs<{ stays: { id: number; code: string }[] }>(page, 'POST', '/door/arrivals', {
    request_id: crypto.randomUUID(),
    children: children.map((attendee_id) => ({ attendee_id, class_id: planned.id })),
    reason: '',
  })
  const [here, gone] = stays
  await callAs(page, 'POST', '/door/handovers', {
    ...{ stay_ids: [gone?.id], name: 'Abuela Bartolomea', reason: 'We all know her', code: gone?.code },
  })
  return { family: family.id, child: children[0], stay: here?.id, series: planned.series_id }
}

let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer({}, ['--demo'])
})
test.afterAll(() => server.destroy())

for (const language of ['en', 'es']) {
  test(`families, rooms and the door fit every width and theme (${language})`, async ({
    page,
    checkAccessibility,
  }) => {
    await signIn(page, server)
    const { family, child, stay, series } = await fillChurch(page)
    await page.evaluate((of) => localStorage.setItem('vestry.language', of), language)
    for (const [path, content] of [
      ['/sunday-school/families', 'tbody th'],
      ['/sunday-school/families/new', 'form'],
      [`/sunday-school/families/${family}`, 'form'],
      [`/sunday-school/families/${family}/split`, 'form'],
      [`/sunday-school/families/${family}/merge`, 'input'],
      ['/sunday-school/families/contacts', 'h1'],
      [`/sunday-school/attendees/${child}`, 'section'],
      ['/sunday-school/attendees', 'tbody th'],
      [`/sunday-school/classes/roster/${series}`, 'tbody th'],
      ['/sunday-school/classes/rooms', 'h1'],
      ['/sunday-school/door', 'input'],
      ['/sunday-school/door/board', 'select'],
      [`/sunday-school/door/collect?stay=${stay}`, 'h2'],
      ['/sunday-school/door/evacuation', 'h2'],
      ['/sunday-school/door/printers', 'h1'],
      ['/sunday-school/door/stations', 'h1'],
    ] as const) {
      await page.goto(`${server.origin}${path}`)
      await expect(page.locator(`main ${content}`).first()).toBeAttached()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expectFits(page, path, async (width) => {
        if (TRIED.has(width)) {
          await checkAccessibility(page)
        }
      })
    }
  })
}
