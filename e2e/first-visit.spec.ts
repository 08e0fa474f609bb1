import type { Page } from '@playwright/test'
import { callAs, publish } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { tellNothing, untilQuiet } from './quiet-page.ts'

/** What the page asks the server for besides its files, without the queries. */
function followCalls(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|config\.json|cognito)/.test(pathname)) {
      asked.push(pathname)
    }
  })
  return asked
}

test('a page asks for what it shows before its own code is there, and only once', async ({
  staffPage: page,
}) => {
  await publish(page, { localizedname: 'Asked for ahead', event_datetime: '2026-05-03T10:30:00' })
  const { id } = await callAs<{ id: number }>(page, 'POST', '/classes', {
    ...{ title: 'Ahead', session_datetime: '2035-05-06T10:30:00' },
  })
  // A page asks again once it is told of changes, which may begin after it was drawn.
  await tellNothing(page)
  for (const [address, calls] of [
    ['/preaching', ['/api/preachingManagement']],
    ['/today', ['/api/today', '/api/getting-started']],
    [`/sunday-school/classes/attendance?class=${id}`, ['/api/attendance/roll-call']],
  ] as const) {
    const asked = followCalls(page)
    const code = page.waitForEvent('requestfinished', (one) => /\/assets\/start-/.test(one.url()))
    const early = page.waitForRequest((one) => new URL(one.url()).pathname === calls[0])
    await page.route('**/assets/*-page-*.js', async (route) => {
      // The page's own code comes after the call: nobody has to wait for it.
      await early
      await route.continue()
    })
    await page.goto(address)
    await code
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await untilQuiet(page)
    expect(asked.filter((path) => calls.some((call) => call === path)).toSorted()).toEqual(calls.toSorted())
    expect(asked).not.toContain('/config.json')
    await page.unroute('**/assets/*-page-*.js')
  }
})

test('a link that is pointed at has its page asked for before the click, and only once', async ({
  staffPage: page,
}) => {
  await publish(page, { localizedname: 'Pointed at', event_datetime: '2026-05-03T10:30:00' })
  // What was asked ahead is forgotten when a change is told, and this one may be told late.
  await tellNothing(page)
  await page.goto('/calendar')
  await untilQuiet(page)
  const asked = followCalls(page)
  const link = page.getByRole('link', { name: 'Preaching Items', exact: true })
  const early = page.waitForResponse((one) => new URL(one.url()).pathname === '/api/preachingManagement')
  await link.hover()
  await early
  await link.click()
  await expect(page.getByRole('link', { name: 'Pointed at', exact: true })).toBeVisible()
  await untilQuiet(page)
  expect(asked.filter((path) => path === '/api/preachingManagement')).toHaveLength(1)
})

test('a refused token, and a page without its configuration, cost a call and nothing else', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /status of 401/ })
  await publish(page, { localizedname: 'Shown all the same', event_datetime: '2026-05-03T10:30:00' })
  const title = page.getByRole('link', { name: 'Shown all the same', exact: true })
  let refused = 0
  await page.route(
    '**/api/preachingManagement?**',
    async (route) => {
      refused += 1
      await route.fulfill({ status: 401, json: { error: 'not_signed_in', message: 'Sign in again.' } })
    },
    { times: 1 },
  )
  await page.goto('/preaching')
  await expect(title).toBeVisible()
  expect(refused).toBe(1)
  await page.route('**/preaching', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script type="application\/json".*?<\/script>/, '')
    await route.fulfill({ response, body })
  })
  const asked = followCalls(page)
  await page.goto('/preaching')
  await expect(title).toBeVisible()
  expect(asked).toEqual(expect.arrayContaining(['/config.json', '/api/preachingManagement']))
})
