import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test'
import { openOldWebsite } from '@vestry/server/testing/old-website.ts'
import type { AxeResults, RunOptions } from 'axe-core'
import { emptyChurch } from './empty-church.ts'
import { type OAuthApp, startOAuthApp } from './oauth-app.ts'
import { noteRequests } from './quiet-page.ts'
import { ADMIN, isEnded, type RunningServer, startTestServer } from './running-server.ts'
import type { StaffPerson } from './staff-people.ts'

// Every step notes its stack, and there are no source maps in which it need be looked up.
Reflect.deleteProperty(Error, 'prepareStackTrace')

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** `alsoAt` are the origins of apps to which the page goes as well. */
/** The failures are matched with their address: `status of 409 (Conflict) (https://…/api/classes)`. */
type Watching = { expectFailures?: RegExp; alsoAt?: string | readonly string[] }
type Opening = Watching & BrowserContextOptions

/** How a tab comes to those who are not signed in. */
export const NOBODY: StorageState = { cookies: [], origins: [] }

type Fixtures = {
  /** Has each spec file begin with an empty church, whatever those before it have left in the worker's server. */
  emptied: undefined
  /** A page of somebody who is signed in as the administrator of the worker's own server. */
  staffPage: Page
  /** Checks what holds on every page: no console error, no CSP violation, no request elsewhere. */
  watchPage: (page: Page, options?: Watching) => void
  /** Another such page, in a browser of its own; with a `storageState`, one that nobody has used before. */
  openPage: (options?: Opening) => Promise<Page>
  /** A watched page of somebody whom the command line added, signed in in a browser of their own. */
  openPageOf: (person: StaffPerson, options?: Watching) => Promise<Page>
  /**
   * A tab in a browser that this test shares with those before and after it, not with its own other tabs: its cache is
   * filled once, all else is as `state` has it.
   */
  openTab: (state: StorageState, options: BrowserContextOptions) => Promise<Page>
  /** Fails on any violation of WCAG 2.2 A and AA, in the light theme and in the dark one. */
  checkAccessibility: (page: Page) => Promise<void>
}

/** A spec that adds or replaces one of these has a worker of its own: a process, a browser and a server more. */
type WorkerFixtures = {
  server: RunningServer
  /** The website that the church had before; the server may fetch from it, though it is not public. */
  oldWebsite: Awaited<ReturnType<typeof openOldWebsite>>
  /** An app elsewhere that people sign in to with the server. */
  wiki: OAuthApp
  signedIn: StorageState
  /** The spec file that is under way, and the worker's server once one of its tests has needed it. */
  underWay: { file: string; server: RunningServer | undefined }
  /** A folder for the files that the worker's tests make. */
  folder: string
  /**
   * The first tabs of the browsers that the worker's tests use in turn, by their place within a test and their options.
   * They stay open, and with them the process in which all others are drawn.
   */
  firstTabs: Map<string, Promise<Page>>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    async ({ underWay, oldWebsite, wiki }, use) => {
      const server = await startTestServer({ ...wiki.settings, VESTRY_IMPORT_FROM: oldWebsite.origin })
      await wiki.use(server)
      underWay.server = server
      await use(server)
      await server.destroy()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  oldWebsite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const website = await openOldWebsite()
      await use(website)
      await website.close()
    },
    { scope: 'worker' },
  ],
  wiki: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const wiki = await startOAuthApp()
      await use(wiki)
      await wiki.close()
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ server, browser }, use) => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await signIn(page, server)
      const state = await context.storageState()
      await context.close()
      await use(state)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  underWay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => use({ file: '', server: undefined }),
    { scope: 'worker' },
  ],
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'vestry-files-'))
      await use(folder)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  firstTabs: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const firstTabs = new Map<string, Promise<Page>>()
      await use(firstTabs)
      await Promise.all([...firstTabs.values()].map(async (first) => (await first).context().close()))
    },
    { scope: 'worker' },
  ],
  emptied: [
    async ({ underWay }, use, { file }) => {
      if (underWay.server !== undefined && underWay.file !== file) {
        emptyChurch(underWay.server)
      }
      underWay.file = file
      await use(undefined)
    },
    { auto: true },
  ],
  openTab: async ({ server, browser, firstTabs }, use) => {
    const used: Promise<Page>[] = []
    async function openFirst(options: BrowserContextOptions) {
      const page = await (await browser.newContext({ ...options, baseURL: server.origin })).newPage()
      await page.goto(QUIET)
      return page
    }
    await use(async (state, options) => {
      const kind = JSON.stringify([used.length, options])
      const first = firstTabs.get(kind) ?? openFirst(options)
      firstTabs.set(kind, first)
      used.push(first)
      await enterAs(await first, state)
      return await openBeside(await first)
    })
    await Promise.all((await Promise.all(used)).map((first) => leave(first.context())))
  },
  staffPage: async ({ openTab, signedIn, contextOptions, watchPage }, use) => {
    const page = await openTab(signedIn, contextOptions)
    watchPage(page)
    await use(page)
  },
  openPage: async ({ openTab, server, signedIn, browser, contextOptions, watchPage }, use) => {
    const unused: BrowserContext[] = []
    async function openUnused(options: BrowserContextOptions) {
      const context = await browser.newContext({ ...options, baseURL: server.origin })
      unused.push(context)
      return await context.newPage()
    }
    await use(async ({ expectFailures, ...own } = {}) => {
      const options = { ...contextOptions, ...own }
      const page = await (own.storageState ? openUnused(options) : openTab(signedIn, options))
      watchPage(page, expectFailures && { expectFailures })
      return page
    })
    await Promise.all(unused.map((context) => context.close()))
  },
  openPageOf: async ({ openTab, server, contextOptions, watchPage }, use) => {
    await use(async (person, watching) => {
      const page = await openTab(NOBODY, contextOptions)
      watchPage(page, watching)
      await enterPassword(page, server, person)
      // Nobody has yet verified the address that the command line gave.
      await page.getByRole('button', { name: 'Skip' }).click()
      await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
      return page
    })
  },
  watchPage: async ({ server }, use) => {
    const breaches: string[] = []
    await use((page, { expectFailures, alsoAt = [] } = {}) => {
      if (expectFailures?.test('status of 404 (Not Found)')) {
        throw new Error(`${expectFailures} says of no path that nothing is found there.`)
      }
      noteRequests(page)
      const origins = [server.origin, alsoAt].flat()
      page.on('console', (message) => {
        const told = `${message.text()} (${message.location().url})`
        if (
          message.type() === 'error' &&
          !expectFailures?.test(told) &&
          !isNameStillFree(message) &&
          !isOfNews(message) &&
          !isEnded(message.location().url)
        ) {
          breaches.push(`console error: ${told}`)
        }
      })
      page.on('pageerror', (error) => breaches.push(`page error: ${error.message}`))
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (/^https?:$/.test(url.protocol) && !origins.includes(url.origin)) {
          breaches.push(`a request left the origin: ${request.url()}`)
        }
      })
    })
    expect(breaches).toEqual([])
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  checkAccessibility: async ({}, use) => {
    await use(async (page) => {
      await bringAxe(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await settle(page)
        // A theme changes the colours and nothing else, and the whole set of rules takes seconds.
        const violations = await findViolations(
          page,
          colorScheme === 'light'
            ? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
            : ['color-contrast', 'link-in-text-block'],
        )
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
        ).toEqual([])
      }
    })
  },
})

/** An address of every server that answers a few bytes, and draws and runs nothing. */
const QUIET = '/config.json'

/**
 * Leaves nothing in the browser of `page`, its first tab, but the cookies and the storage of `state`. What Playwright
 * has for it starts two processes and empties the cache.
 */
async function enterAs(page: Page, { cookies, origins }: StorageState): Promise<void> {
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  await page.evaluate(
    async (kept) => {
      localStorage.clear()
      for (const { name, value } of kept) {
        localStorage.setItem(name, value)
      }
      for (const { name } of await indexedDB.databases()) {
        indexedDB.deleteDatabase(name ?? '')
      }
    },
    origins.flatMap(({ localStorage }) => localStorage),
  )
}

/**
 * Opens a tab from the first one. An empty tab that Playwright opens would be a process more; one that does not know its
 * opener would have an event loop of its own, which Chromium looks after at every task until it is collected.
 */
async function openBeside(first: Page): Promise<Page> {
  const [page] = await Promise.all([
    first.context().waitForEvent('page'),
    first.evaluate(() => {
      const tab = window.open()
      if (tab === null) {
        throw new Error('The browser opens no tab.')
      }
      tab.opener = null
    }),
  ])
  return page
}

/** Leaves the first tab alone, with nothing that a test has set. */
async function leave(context: BrowserContext): Promise<void> {
  const [, ...opened] = context.pages()
  await Promise.all(opened.map((tab) => tab.close()))
  await Promise.all([context.unrouteAll(), context.setOffline(false), context.clearPermissions()])
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Brings axe into a page, which from then on changes at once: from one theme to the other it would draw a dozen frames. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) {
    return
  }
  await page.evaluate(`${AXE};undefined`)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

/** What breaks any of axe's rules, which are named by themselves or by a tag. */
async function findViolations(page: Page, rules: string[]): Promise<AxeResults['violations']> {
  // To describe all that is well, too, would take longer than to find what is not.
  const options: RunOptions = { runOnly: rules, resultTypes: ['violations'] }
  return await page.evaluate(
    async (options) =>
      (await (window as unknown as { axe: typeof import('axe-core') }).axe.run(options)).violations,
    options,
  )
}

/** Waits until the page has taken on what was just emulated: its script has run, it is drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const isBehind = () => {
      const { mantineColorScheme: shown } = document.documentElement.dataset
      return shown !== undefined && (shown === 'dark') !== dark.matches
    }
    do {
      await drawn()
      await drawn()
    } while (isBehind())
  })
}

/** An upload asks the store whether a name is taken, and Chromium writes down every answer of 404. */
function isNameStillFree(message: ConsoleMessage): boolean {
  return (
    message.text().includes('status of 404') && new URL(message.location().url).pathname.startsWith('/s3/')
  )
}

/** The stream of news ends with its server, its sign-in and its line; the console then asks instead. */
function isOfNews(message: ConsoleMessage): boolean {
  return URL.parse(message.location().url)?.pathname === '/api/news'
}

type Credentials = { email: string; password: string }

/** Signs in through the login page, as a person does. */
export async function signIn(page: Page, server: RunningServer, person: Credentials = ADMIN): Promise<void> {
  await enterPassword(page, server, person)
  // An administrator of an empty church starts on Today.
  await expect(page.getByRole('heading', { name: /^(Preaching Items|Today)$/, level: 1 })).toBeVisible()
}

/** Opens the login page and takes its first step; what comes then is the caller's. */
export async function enterPassword(
  page: Page,
  { origin }: RunningServer,
  { email, password }: Credentials,
): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export { expect }
