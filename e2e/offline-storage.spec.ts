import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { planClass, rollOf, twelve } from './attendance-church.ts'
import { enterPassword } from './fixtures.ts'
import { keptClass, keptMarks, keptValues, lost, present } from './kept-class.ts'
import {
  expect,
  keptFiles,
  registrations,
  signInOver,
  offlineTest as test,
  workerIsReady,
  workerState,
} from './offline-visit.ts'
import { ADMIN } from './running-server.ts'

// What a browser may do to what is kept in it: refuse it, have no room, throw it away, or forget it with its window.

const UNKEPT = 'Not saved, and this browser can’t keep it all'
const UNKEPT_WORDS = 'this browser can’t keep what you wrote'
/** More than what a slow disk takes for a mark, and much less than a minute. */
const COPIED_AFTER = 500
const absent = (page: Page, name: string) => page.getByRole('button', { name: `Absent: ${name}` })
const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const states = async (page: Page, made: Parameters<typeof rollOf>[1]) =>
  (await rollOf(page, made)).map(({ mark }) => mark.state)

async function openRoll(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title }).first().click()
  await expect(present(page, `Ada Abbot ${title}`)).toBeVisible()
}

async function writeComment(page: Page, name: string, comment: string): Promise<void> {
  await row(page, name).click()
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill(comment)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

const QUOTA = 30 * 2 ** 20

/** Gives the browser's databases a quota before there are any: Chromium looks at it again once it seems to be used up. */
async function limitStorage(page: Page, origin: string): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA })
  return devtools
}

/** Leaves no room for another character in the local storage, and none for another row in a database. */
async function fillStorage(page: Page, devtools: CDPSession, origin: string): Promise<void> {
  await page.evaluate(fillDatabase)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await page.evaluate(() => {
    let filler = ''
    for (let size = 2 ** 23; size >= 1; size /= 2) {
      try {
        localStorage.setItem('filler', filler + 'x'.repeat(size))
        filler += 'x'.repeat(size)
      } catch {
        // Half as much may have room.
      }
    }
  })
}

/** In the page: fills a database until nothing more is taken. */
async function fillDatabase(): Promise<void> {
  const opening = indexedDB.open('filler')
  const database = await new Promise<IDBDatabase>((resolve) => {
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true })
    opening.onsuccess = () => resolve(opening.result)
  })
  const add = (size: number) =>
    new Promise<boolean>((resolve) => {
      const row = new Uint8Array(size)
      for (let from = 0; from < size; from += 2 ** 16) {
        crypto.getRandomValues(row.subarray(from, from + 2 ** 16))
      }
      const change = database.transaction('rows', 'readwrite', { durability: 'strict' })
      change.objectStore('rows').add(row)
      change.oncomplete = () => resolve(true)
      change.onabort = () => resolve(false)
    })
  for (let size = 2 ** 22; size >= 1; size = (await add(size)) ? size : size / 2) {
    // Half as much may have room.
  }
  database.close()
}

test('a browser without room says what it can’t keep, loses nothing it had kept, and sends all once there is a line', async ({
  line,
  server,
  page,
  context,
  checkAccessibility,
}) => {
  const devtools = await limitStorage(page, line.origin)
  await signInOver(page, line, server)
  await workerIsReady(page)
  const made = await keptClass(page, line.origin, 'Full')
  await openRoll(page, 'Full')
  line.set('refused')
  await present(page, 'Ada Abbot Full').click()
  await expect(page.getByText('Not saved yet, will try again')).toBeVisible()
  await writeComment(page, 'Ada Abbot Full', 'Kept before')
  await expect(row(page, 'Ada Abbot Full')).toContainText('Kept before (kept on this device)')

  await fillStorage(page, devtools, line.origin)
  await absent(page, 'Bruno Baker Full').click()
  await expect(page.getByText(UNKEPT)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Bruno Baker Full.*not saved yet/ })).toBeVisible()
  await checkAccessibility(page)
  await writeComment(page, 'Bruno Baker Full', 'Typed without room')
  await expect(page.getByText(UNKEPT_WORDS)).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Typed without room')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add a guest' }).click()
  await page.getByLabel('First Name').fill('Zoë')
  await page.getByLabel('Last Name').fill('Lane')
  await page.getByLabel('Parent Contact').fill('600 123 123')
  await page.getByRole('button', { name: 'Add and mark present' }).click()
  await expect(page.getByText(UNKEPT_WORDS)).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Zoë')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Today' }).first().click()
  await expect(page.getByRole('alertdialog')).toContainText('lost then: this browser can’t keep them')
  await page.getByRole('button', { name: 'Stay' }).click()

  // Another tab has what was kept before, and nothing more.
  const other = await context.newPage()
  await other.goto(`${line.origin}/today`)
  await expect(lost(other)).toContainText('2 entries wait on this device')
  await other.close()
  line.set('open')
  await expect.poll(() => states(page, made)).toEqual(['present', 'absent', 'not_recorded'])
  await expect(page.getByText(UNKEPT)).toBeHidden()
  await expect.poll(async () => (await rollOf(page, made))[0]?.mark.comment).toBe('Kept before')
})

test('what a browser throws away under an open roll takes no mark with it, and the next start is a first one', async ({
  line,
  visitor: page,
  context,
}) => {
  const made = await keptClass(page, line.origin, 'Evicted')
  await openRoll(page, 'Evicted')
  line.set('refused')
  await present(page, 'Ada Abbot Evicted').click()
  await expect(page.getByText('Not saved yet, will try again')).toBeVisible()
  // What is held to a quota is thrown away when a disk is full: databases, files, and the worker.
  const devtools = await context.newCDPSession(page)
  const evict = (storageTypes: string) =>
    devtools.send('Storage.clearDataForOrigin', { origin: line.origin, storageTypes })
  await evict('indexeddb,cache_storage,service_workers,file_systems')
  expect(await keptFiles(page)).toEqual([])
  await absent(page, 'Bruno Baker Evicted').click()
  await expect(page.getByRole('button', { name: /^Bruno Baker Evicted.*kept on this device/ })).toBeVisible()
  await writeComment(page, 'Bruno Baker Evicted', 'Written after')
  await expect(row(page, 'Bruno Baker Evicted')).toContainText('Written after (kept on this device)')
  line.set('open')
  await expect.poll(() => states(page, made)).toEqual(['present', 'absent', 'not_recorded'])
  await page.goto(`${line.origin}/today`)
  await expect.poll(() => workerState(page)).toBe('activated')
  await expect.poll(() => keptValues(page)).toBeGreaterThan(0)
  line.set('refused')
  await page.goto(`${line.origin}/today`)
  await expect(lost(page)).toBeVisible()
})

test('whoever has a browser forget everything between two visits signs in as in a new one', async ({
  line,
  server,
  visitor,
  context,
}) => {
  await visitor.close()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: line.origin, storageTypes: 'all' })
  await page.goto(`${line.origin}/today`)
  await expect(page).toHaveURL(/\/login$/)
  expect(await registrations(page)).toBe(0)
  await signInOver(page, line, server)
  await workerIsReady(page)
})

test('whoever has a browser forget everything while marks wait signs in again, and they are sent', async ({
  line,
  server,
  visitor: page,
  context,
}) => {
  const made = await keptClass(page, line.origin, 'Forgotten')
  await openRoll(page, 'Forgotten')
  line.set('refused')
  await present(page, 'Ada Abbot Forgotten').click()
  await expect(page.getByText('Not saved yet, will try again')).toBeVisible()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: line.origin, storageTypes: 'all' })
  await expect(page).toHaveURL(/\/login$/)
  // With a new key, which it takes a moment to make.
  await expect.poll(() => keptMarks(page)).toHaveLength(1)
  line.set('open')
  await enterPassword(page, { ...server, origin: line.origin }, ADMIN)
  await expect(present(page, 'Ada Abbot Forgotten')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => states(page, made)).toEqual(['present', 'not_recorded', 'not_recorded'])
})

test('a browser whose processes all die goes on where it was, without a line, and then sends', async ({
  line,
  server,
  folder,
  playwright,
  launchOptions,
  contextOptions,
}) => {
  const profile = join(folder, 'profile')
  const start = async () => {
    const browser = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...contextOptions,
      serviceWorkers: 'allow',
    })
    return await browser.newPage()
  }
  const first = await start()
  await signInOver(first, line, server)
  await workerIsReady(first)
  const made = await keptClass(first, line.origin, 'Killed')
  // A browser that is closed has all of it on the disk.
  await first.context().close()
  const page = await start()
  await page.goto(`${line.origin}/today`)
  await openRoll(page, 'Killed')
  line.set('refused')
  await present(page, 'Ada Abbot Killed').click()
  await expect(page.getByText('Not saved yet, will try again')).toBeVisible()
  await writeComment(page, 'Ada Abbot Killed', 'Written at last')
  await expect(row(page, 'Ada Abbot Killed')).toContainText('Written at last (kept on this device)')
  // Chromium has the local storage on the disk up to a minute later, and the copy of it at once.
  await absent(page, 'Bruno Baker Killed').click()
  await expect(page.getByRole('button', { name: /^Bruno Baker Killed.*kept on this device/ })).toBeVisible()
  await page.waitForTimeout(COPIED_AFTER)
  const died = page.context().waitForEvent('close')
  const devtools = await page.context().newCDPSession(page)
  devtools.send('Browser.crash').catch(() => undefined)
  await died

  const next = await start()
  await next.goto(`${line.origin}/today`)
  await expect(lost(next)).toContainText('3 entries wait on this device')
  await next
    .getByRole('region', { name: 'Kept on this device' })
    .getByRole('link', { name: 'Killed' })
    .click()
  await expect(present(next, 'Ada Abbot Killed')).toHaveAttribute('aria-pressed', 'true')
  await expect(absent(next, 'Bruno Baker Killed')).toHaveAttribute('aria-pressed', 'true')
  line.set('open')
  await expect
    .poll(async () => (await rollOf(next, made))[0]?.mark)
    .toMatchObject({ state: 'present', comment: 'Written at last' })
  expect((await states(next, made))[1]).toBe('absent')
  await next.context().close()
})

test('a private window works without a line for as long as it is open, and leaves nothing behind', async ({
  line,
  visitor: page,
  context,
  browser,
}) => {
  // Every context of these tests is one: Chromium calls it off the record.
  const made = await keptClass(page, line.origin, 'Private')
  line.set('refused')
  await page.goto(`${line.origin}/today`)
  await openRoll(page, 'Private')
  await present(page, 'Ada Abbot Private').click()
  await expect(page.getByText('Not saved yet, will try again')).toBeVisible()
  const later = await context.newPage()
  await page.close({ runBeforeUnload: false })
  line.set('open')
  await later.goto(`${line.origin}/today`)
  await expect.poll(() => states(later, made)).toEqual(['present', 'not_recorded', 'not_recorded'])

  const next = await (await browser.newContext({ serviceWorkers: 'allow' })).newPage()
  await next.goto(`${line.origin}/today`)
  await expect(next).toHaveURL(/\/login$/)
  expect([await registrations(next), await keptFiles(next), await keptValues(next)]).toEqual([0, [], 0])
  await next.context().close()
})

/** Chromium without a window has no setting for it, so this is put on: what a browser refuses throws as there. */
function refuseStorage(...names: ('localStorage' | 'sessionStorage' | 'indexedDB')[]): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of names) {
    if (name === 'indexedDB') {
      IDBFactory.prototype.open = refuse
    } else {
      Object.defineProperty(window, name, { get: refuse })
    }
  }
}

test('a browser that is set to keep nothing is told what to change, instead of a white page @phone', async ({
  line,
  page,
  checkAccessibility,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript(
    `(${refuseStorage})(...${JSON.stringify(['localStorage', 'sessionStorage', 'indexedDB'])})`,
  )
  await page.goto(`${line.origin}/today`)
  await expect(page.getByRole('main')).toContainText('This browser keeps nothing for this address')
  await checkAccessibility(page)
  expect(errors).toEqual([])
})

test('a browser that refuses databases alone has no key, keeps nothing, and says so', async ({
  line,
  server,
  page,
}) => {
  await page.addInitScript(`(${refuseStorage})('indexedDB')`)
  await signInOver(page, line, server)
  await workerIsReady(page)
  const made = await planClass(page, 'Bare', twelve(' Bare').slice(0, 3))
  const roll = `${line.origin}/sunday-school/classes/attendance?class=${made.id}`
  await page.goto(roll)
  await expect(present(page, 'Ada Abbot Bare')).toBeVisible()
  line.set('refused')
  await present(page, 'Ada Abbot Bare').click()
  await expect(page.getByText(UNKEPT)).toBeVisible()
  await writeComment(page, 'Ada Abbot Bare', 'Typed in vain')
  await expect(page.getByText(UNKEPT_WORDS)).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Typed in vain')
  expect(await keptMarks(page)).toEqual([])
  line.set('open')
  await expect.poll(() => states(page, made)).toEqual(['present', 'not_recorded', 'not_recorded'])
})
