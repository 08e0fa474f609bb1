import type { Page } from '@playwright/test'
import { arrived, atTheDoor, search } from './door-church.ts'
import { expect, test } from './fixtures.ts'
import { handOf } from './hand-of.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

// The jobs of the door, each with what a hand does and how often the server is asked. A peer of ours takes seven taps and
// four requests for a returning family (B1, check-in), and five requests for giving back (docs/decisions/console.md).

let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

const { open, openDoor, takeIn, secondDesk } = atTheDoor(() => server)

/**
 * What somebody at this page has asked of the door up to the last thing they did: the board, which is told when it is
 * another, what the device keeps for when there is no line, and what is read again afterwards keep nobody waiting.
 */
function requestsOf(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/door\/(?!book)/.test(pathname)) {
      asked.push(`${request.method()} ${pathname.slice('/api/door/'.length)}`)
    }
  })
  return () => asked.slice(0, asked.findLastIndex((one) => !one.startsWith('GET')) + 1)
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Code of the tag' })
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: `Ruth ${name}` })
const given = (page: Page, name: string) => page.getByText(`Ruth ${name}: given to Ana ${name}`)

test('a returning family: four digits, one tap and two requests; taken back: one of each @phone', async ({
  page,
}) => {
  const { phone } = await openDoor(page)
  await open(page)
  await expect(search(page)).toBeFocused()
  const asked = requestsOf(page)
  const hand = handOf(page)
  // All at once: on a busy machine a pause between two keys may be as long as one after the last.
  await hand.fill(search(page), phone.slice(-4))
  await hand.tap(page.getByRole('button', { name: 'Take in 1 child' }))
  await expect(arrived(page)).toBeFocused()
  expect(hand.done).toEqual({ taps: 1, keys: 4 })
  expect(asked()).toEqual(['GET families', 'POST arrivals'])
  hand.note('a returning family')

  const undo = handOf(page)
  const undone = requestsOf(page)
  await undo.tap(arrived(page).getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('The arrival was taken back')).toBeVisible()
  expect(undo.done).toEqual({ taps: 1, keys: 0 })
  expect(undone()).toEqual(['DELETE stays'])
  undo.note('an arrival taken back')
})

test('a newcomer with an adult and a telephone number: seven taps, and one request @phone', async ({
  page,
}) => {
  const { title } = await openDoor(page)
  await open(page)
  await expect(search(page)).toBeFocused()
  const asked = requestsOf(page)
  const hand = handOf(page)
  const dialog = page.getByRole('dialog')
  const adult = dialog.getByRole('group', { name: 'Adult' })
  const child = dialog.getByRole('group', { name: 'Child 1' })
  await hand.tap(page.getByRole('button', { name: 'Newcomer' }))
  await expect(adult.getByLabel('First name')).toBeFocused()
  await hand.type('Noemí')
  await hand.tap(adult.getByLabel('Last name'))
  await hand.type('Osorio')
  await hand.tap(adult.getByLabel('Telephone'))
  await hand.type('612000111')
  await hand.tap(child.getByLabel('First name'))
  await hand.type('Leo')
  await hand.choose(child.getByLabel('Class'), `23:00 ${title}`)
  await hand.tap(dialog.getByRole('button', { name: 'Add and take in' }))
  await expect(arrived(page)).toContainText('Leo Osorio')
  expect(hand.done).toEqual({ taps: 7, keys: 23 })
  expect(asked()).toEqual(['POST newcomers'])
  hand.note('a newcomer')
})

test('giving back by code: four signs, one tap and two requests; taken back: one of each @phone', async ({
  page,
}) => {
  const family = await openDoor(page)
  const { name } = family
  const code = await takeIn(page, family)
  await open(page, '/collect')
  await expect(field(page)).toBeFocused()
  const asked = requestsOf(page)
  const hand = handOf(page)
  await hand.type(code.toLowerCase())
  await hand.tap(page.getByRole('button', { name: `Ana ${name}` }))
  await expect(given(page, name)).toBeVisible()
  expect(hand.done).toEqual({ taps: 1, keys: 4 })
  expect(asked()).toEqual(['GET collect', 'POST handovers'])
  hand.note('giving back by code')

  const undo = handOf(page)
  const undone = requestsOf(page)
  await undo.tap(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('The child is still here')).toBeVisible()
  expect(undo.done).toEqual({ taps: 1, keys: 0 })
  expect(undone()).toEqual(['DELETE handovers'])
  undo.note('giving back taken back')
})

test('giving back without a tag: each of the two taps twice, with two requests; a lost tag in three taps and one request', async ({
  page,
  browser,
}) => {
  const family = await openDoor(page)
  const { name } = family
  await takeIn(page, family)
  const other = await secondDesk(browser, page)
  await open(other, '/board')
  await expect(rowOf(other, name)).toBeVisible()
  const seen = requestsOf(other)
  const first = handOf(other)
  await first.tap(rowOf(other, name).getByRole('link', { name: 'Give back' }))
  await first.tap(other.getByRole('button', { name: `Ana ${name}` }))
  await expect(other.getByText(`You have seen Ana ${name}.`)).toBeVisible()
  expect(first.done).toEqual({ taps: 2, keys: 0 })
  expect(seen()).toEqual(['GET collect', 'POST witness'])
  first.note('giving back without a tag, the first of two')
  await other.close()

  await open(page, '/board')
  await expect(page.getByText(`has seen Ana ${name}, without a tag`)).toBeVisible()
  const renewed = requestsOf(page)
  const lost = handOf(page)
  await lost.choose(rowOf(page, name).getByRole('combobox'), 'Tag lost: new code')
  await expect(page.getByRole('alertdialog')).toContainText('The old one counts no more.')
  await lost.tap(page.getByRole('alertdialog').getByRole('button', { name: 'OK' }))
  expect(lost.done).toEqual({ taps: 3, keys: 0 })
  expect(renewed()).toEqual(['POST codes'])
  lost.note('a lost tag')

  const asked = requestsOf(page)
  const second = handOf(page)
  await second.tap(rowOf(page, name).getByRole('link', { name: 'Give back' }))
  await second.tap(page.getByRole('button', { name: `Ana ${name} Was seen` }))
  await expect(given(page, name)).toBeVisible()
  expect(second.done).toEqual({ taps: 2, keys: 0 })
  expect(asked()).toEqual(['GET collect', 'POST handovers'])
  second.note('giving back without a tag, the second of two')
})

test('an evacuation: each child is one tap and one request @phone', async ({ page }) => {
  const family = await openDoor(page)
  await takeIn(page, family)
  await open(page, '/evacuation')
  const child = page.getByRole('button', { name: `Ruth ${family.name}` })
  await expect(child).toBeVisible()
  const asked = requestsOf(page)
  const hand = handOf(page)
  await hand.tap(child)
  await expect(child).toHaveAttribute('aria-pressed', 'true')
  expect(hand.done).toEqual({ taps: 1, keys: 0 })
  expect(asked()).toEqual(['PUT evacuation'])
  hand.note('a child ticked off')
})
