import { expect, test } from './fixtures.ts'
import { untilQuiet } from './quiet-page.ts'

test('the start page leads to the preaching items', async ({ staffPage: page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/preaching$/)
  await expect(page).toHaveTitle(/Preaching Items/)
})

test('an unknown address shows the 404 page with a way back @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/no/such.page/%zz')
  await expect(page.getByText('404 — Page Not Found')).toBeVisible()
  await expect(page.getByText('Sorry, we couldn’t find what you’re looking for.')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Go to the preaching items' }).click()
  await expect(page).toHaveURL(/\/preaching$/)
})

test('an address that can’t be right offers a way out, and no try that fails again', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /status of 400|404 .*\/api\// })
  const retry = page.getByRole('button', { name: 'Try again' })
  for (const [address, wayOut] of [
    ['/preaching/edit/abc', 'preaching items'],
    ['/preaching/edit/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'preaching items'],
    ['/sunday-school/attendees/twelve', 'attendees'],
    ['/sunday-school/attendees/edit/99999999999', 'attendees'],
    ['/sunday-school/classes/edit/9999999999', 'classes'],
    ['/sunday-school/classes/roster/9999999999', 'classes'],
    ['/staff/edit/abc', 'staff'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('alert').getByRole('link', { name: wayOut })).toBeVisible()
    await expect(page.getByRole('alert')).not.toContainText('must be')
    await expect(retry).toHaveCount(0)
  }
  await page.goto('/calendar?month=9999-12')
  await expect(page.getByRole('button', { name: 'Today' }).first()).toBeVisible()
  await expect(retry).toHaveCount(0)
})

test('without a connection a page that was never opened says so, and opens once there is one', async ({
  openPage,
  signedIn,
  checkAccessibility,
}) => {
  const page = await openPage({
    storageState: signedIn,
    expectFailures: /ERR_INTERNET_DISCONNECTED|ApiError: The server can’t be reached/,
  })
  await page.goto('/preaching')
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await checkAccessibility(page)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: /^\w+ \d{4}$/ })).toBeVisible()
  await expect(page).toHaveURL('/calendar')
})

test('somebody who is not signed in finds a link to login on the 404 page', async ({
  server,
  page,
  watchPage,
}) => {
  watchPage(page)
  await page.goto(`${server.origin}/no/such/page`)
  await page.getByRole('link', { name: 'Go to the sign-in page' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('the theme follows the system at first, is changed by the header button, and is remembered', async ({
  staffPage: page,
}) => {
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/preaching')
  expect(await scheme()).toBe('dark')
  await page.getByRole('button', { name: 'Switch to the light theme' }).click()
  expect(await scheme()).toBe('light')
  await page.reload()
  expect(await scheme()).toBe('light')
})

test('the sidebar is 200 px wide, collapses to 75 px on click, and stays so', async ({ staffPage: page }) => {
  await page.goto('/preaching')
  const width = async () => Math.round((await page.getByRole('navigation').first().boundingBox())?.width ?? 0)
  await expect.poll(width).toBe(200)
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await expect.poll(width).toBe(75)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible()
  await expect.poll(width).toBe(75)
})

test('the code of a page is fetched while somebody points at its link, unless there is no line', async ({
  openPage,
  signedIn,
}) => {
  const page = await openPage({
    storageState: signedIn,
    expectFailures: /ERR_INTERNET_DISCONNECTED \(.*\/config\.json\)/,
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/preaching')
  await untilQuiet(page)
  const link = page.getByRole('navigation').getByRole('link', { name: 'Calendar' })
  await page.context().setOffline(true)
  await link.hover()
  await page.getByRole('heading', { name: 'Preaching Items' }).hover()
  await page.context().setOffline(false)
  expect(asked.filter((path) => path.includes('calendar'))).toEqual([])
  // The page learns a moment later that the line is back.
  await expect
    .poll(async () => {
      await page.getByRole('heading', { name: 'Preaching Items' }).hover()
      await link.hover()
      return asked.filter((path) => path.startsWith('/assets/calendar-page-')).length
    })
    .toBeGreaterThan(0)
  await link.click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
})

test('what a list fetches ahead when the browser is idle comes later if there is no line then', async ({
  openPage,
  signedIn,
}) => {
  const page = await openPage({ storageState: signedIn, expectFailures: /ERR_INTERNET_DISCONNECTED/ })
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    Object.assign(window, {
      requestIdleCallback: (work: () => void) => waiting.push(work),
      beIdle: () => {
        for (const work of waiting.splice(0)) {
          work()
        }
      },
    })
  })
  await page.goto('/preaching')
  await untilQuiet(page)
  await page.context().setOffline(true)
  await page.evaluate(() => (window as unknown as { beIdle: () => void }).beIdle())
  await page.getByRole('button', { name: 'Find', exact: true }).hover()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Years' })).toBeVisible()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('calendar')
  await page.getByRole('option', { name: 'Calendar' }).click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
})

test('Sunday School opens to its pages by keyboard, and marks the current one @phone', async ({
  staffPage: page,
  checkAccessibility,
}, { project }) => {
  const openMenu = async () => {
    if (project.name === 'phone') {
      await page.getByRole('button', { name: 'Open the menu' }).click()
    }
  }
  const menu = page.getByRole('navigation', { name: 'Menu' }).filter({ visible: true })
  const group = menu.getByRole('button', { name: 'Sunday School' })
  await page.goto('/preaching')
  await openMenu()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect(menu.getByRole('link')).toHaveText([
    'Today',
    'Preaching Items',
    'Calendar',
    'Staff',
    'Settings',
    'Audit Trail',
    'Trash',
  ])
  await group.press('Enter')
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await expect(menu.getByRole('link')).toHaveText([
    'Today',
    'Preaching Items',
    'Classes',
    'Attendees',
    'Follow-up',
    'Reports',
    'Calendar',
    'Staff',
    'Settings',
    'Audit Trail',
    'Trash',
  ])
  await checkAccessibility(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/sunday-school/attendees')
  await openMenu()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await expect(menu.getByRole('link', { name: 'Attendees' })).toHaveAttribute('aria-current', 'page')
  await group.click()
  await expect(group).toHaveAttribute('aria-current', 'true')
  await expect(menu.getByRole('link', { name: 'Attendees' })).toBeHidden()
})

test('the slim sidebar reaches the pages of the Sunday school by their icons', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/sunday-school')
  await expect(page).toHaveURL('/sunday-school/classes')
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await checkAccessibility(page)
  const attendees = page.getByRole('link', { name: 'Attendees' })
  await attendees.hover()
  await expect(attendees.locator('span')).toHaveCSS('clip-path', 'none')
  await attendees.click()
  await expect(page).toHaveURL('/sunday-school/attendees')
})

test('on the phone the menu is a panel that holds the focus and closes on Escape and on navigation @phone-only', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/preaching')
  const open = page.getByRole('button', { name: 'Open the menu' })
  await open.click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expect(open).toBeFocused()
})

test('a page that is chosen in the phone’s menu is there without it, and begins at its heading @phone-only', async ({
  staffPage: page,
}) => {
  await page.goto('/preaching')
  const open = page.getByRole('button', { name: 'Open the menu' })
  await open.click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expect(open).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a language that can’t be loaded leaves the one that is there, also on pages that come later', async ({
  openPage,
  signedIn,
}) => {
  const page = await openPage({ storageState: signedIn, expectFailures: /ERR_FAILED/ })
  await page.goto('/preaching')
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  await page.route(/\/assets\/start-/, (route) => route.abort())
  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('menuitemradio', { name: 'Español' }).click()
  await expect(page.getByText('The server can’t be reached.')).toBeVisible()
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
})

test('an address without https says what to do, instead of failing later', async ({ staffPage: page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await page.goto('/preaching')
  await expect(page.getByRole('main')).toContainText('This address isn’t secure')
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toHaveCount(0)
})
