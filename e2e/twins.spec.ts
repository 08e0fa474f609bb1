import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { askCommandLine, makeOperatorKey } from '@vestry/server/testing/ask-command-line.ts'
import { freePort } from '@vestry/server/testing/run-program.ts'
import { dismiss } from './church-calls.ts'
import { enterPassword, expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'
import { serveFiles } from './static-console.ts'

const FFMPEG = process.env.FFMPEG ?? 'ffmpeg'
const TESS = { email: 'tess@vestry.test', name: 'Tess Teacher' }
const OWN = 'Let them c0me, all of them!'
const TITLE = 'A sermon in the cloud'

let folder: string
let files: { origin: string; close(): Promise<void> }
/** The other one works with its people and recordings, as it would with Amazon's. */
let cloud: RunningServer
let server: RunningServer

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-twins-'))
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=330:duration=6', '-b:a', '64k']
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=1:duration=1', '-frames:v', '1']
  execFileSync(FFMPEG, ['-v', 'error', '-y', ...tone, join(folder, 'sermon.mp3')])
  execFileSync(FFMPEG, ['-v', 'error', '-y', ...picture, join(folder, 'poster.jpg')])

  const [port, filesPort] = [await freePort(), await freePort()]
  const consoles = `http://localhost:${port} http://localhost:${filesPort}`
  cloud = await startTestServer({ VESTRY_CONSOLE_ORIGINS: consoles })
  const ids = await (await fetch(`${cloud.origin}/config.json`)).json()
  const key = await makeOperatorKey({ VESTRY_DATA: cloud.dataFolder })
  server = await startTestServer({
    PORT: String(port),
    VESTRY_ADMIN_EMAIL: '',
    VESTRY_ADMIN_PASSWORD: '',
    VESTRY_CONSOLE_ORIGINS: `http://localhost:${filesPort}`,
    COGNITO_USER_POOL_ID: ids.userPoolId,
    COGNITO_CLIENT_ID: ids.userPoolClientId,
    COGNITO_ENDPOINT: cloud.origin,
    COGNITO_IDENTITY_POOL_ID: ids.identityPoolId,
    S3_BUCKET: ids.bucket,
    S3_ENDPOINT: `${cloud.origin}/s3`,
    AWS_ACCESS_KEY_ID: key.accessKeyId,
    AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
  })
  const settings = {
    VESTRY_DATA: server.dataFolder,
    VESTRY_PUBLIC_URL: server.origin,
    VESTRY_CONSOLE_ORIGINS: `http://localhost:${filesPort}`,
  }
  const [config, headers] = await Promise.all([
    askCommandLine(settings, 'console-config'),
    askCommandLine(settings, 'console-config', '--headers'),
  ])
  files = await serveFiles(filesPort, config, headers)
})

test.afterAll(async () => {
  await files?.close()
  await server?.destroy()
  await cloud?.destroy()
  rmSync(folder, { recursive: true, force: true })
})

/** Holds a page to what the servers' own consoles are held to, but for where its requests may go. */
function watch(page: Page, origins: string[]): string[] {
  const breaches: string[] = []
  page.on('console', (message) => {
    const isNameStillFree = / 404 /.test(message.text()) && message.location().url.includes('/s3/')
    if (message.type() === 'error' && !isNameStillFree) {
      breaches.push(`${message.text()} (${message.location().url})`)
    }
  })
  page.on('pageerror', (error) => breaches.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^https?:$/.test(protocol) && !origins.includes(origin)) {
      breaches.push(`a request left the origins: ${request.url()}`)
    }
  })
  return breaches
}

async function plays(page: Page, title: string) {
  await page.getByRole('link', { name: `Edit ${title}` }).click()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByRole('button', { name: /^View/ }).first().click()
  const player = page.locator('audio')
  await player.evaluate((element: HTMLMediaElement) => element.play())
  await expect
    .poll(() => player.evaluate((element: HTMLMediaElement) => element.currentTime))
    .toBeGreaterThan(0.2)
}

test('the console of one server works with the users and the store of another, from its own origin and from plain files', async ({
  browser,
  page,
}) => {
  const breaches = watch(page, [server.origin, cloud.origin])
  await signIn(page, server)

  await page.getByRole('link', { name: 'Staff' }).click()
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(TESS.email)
  await page.getByLabel('Name').fill(TESS.name)
  await page.getByLabel('Teachers').check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await dismiss(page, `The invitation was sent to ${TESS.email}.`)
  const email = (await cloud.mail.nextTo(TESS.email)).replaceAll(/=\r?\n/g, '')
  const temporary = /Temporary password: (\S+)/.exec(email)?.[1] ?? ''

  await page.goto(`${server.origin}/preaching`)
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await page.getByLabel('Title').fill(TITLE)
  await page.getByLabel('Event Date & Time').fill('2025-11-16T10:30')
  await page.locator('input[type=file][accept*="audio"]').setInputFiles(join(folder, 'sermon.mp3'))
  await page.locator('input[type=file][accept*="image"]').setInputFiles(join(folder, 'poster.jpg'))
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Item successfully created')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await plays(page, TITLE)
  await page.goto(`${server.origin}/preaching`)
  // The poster's request is refused if it is still on its way when somebody logs out, and the browser reports that.
  const poster = page.locator('tbody img')
  await expect
    .poll(() =>
      poster.evaluateAll(([picture]) => (picture as HTMLImageElement | undefined)?.naturalWidth ?? 0),
    )
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  expect(breaches).toEqual([])

  // Tess comes in where the console is no more than files, on a third origin.
  const context = await browser.newContext()
  const tess = await context.newPage()
  const herBreaches = watch(tess, [files.origin, server.origin, cloud.origin])
  await enterPassword(tess, { ...server, origin: files.origin }, { email: TESS.email, password: temporary })
  await tess.getByLabel('Password', { exact: true }).fill(OWN)
  await tess.getByLabel('Confirm Password').fill(OWN)
  await tess.getByRole('button', { name: 'Change Password' }).click()
  await expect(tess.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  await plays(tess, TITLE)
  await tess.goto(`${files.origin}/sunday-school/attendees`)
  await expect(tess.getByRole('heading', { name: 'Attendees', exact: true })).toBeVisible()
  await tess.goto(`${files.origin}/account`)
  await expect(tess.getByText(TESS.name).last()).toBeVisible()
  await tess.getByRole('button', { name: 'Logout' }).first().click()
  await expect(tess).toHaveURL(`${files.origin}/login`)
  expect(herBreaches).toEqual([])
  await context.close()

  // Signed out for good: the pool no longer gives tokens for what the browser had.
  await page.goto(`${server.origin}/preaching`)
  await expect(page).toHaveURL(/\/login/)
})
