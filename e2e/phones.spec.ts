import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import { freePort } from '@vestry/server/testing/run-program.ts'
import { expectNoSidewaysScroll } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { ADMIN, startTestServer } from './running-server.ts'

const NAME = 'laptop.local'

/** The key with which the server shows itself to a client that trusts this authority alone, as browsers name it. */
async function keyBehind(port: number, authority: Buffer): Promise<string> {
  const ca = new X509Certificate(authority).toString()
  const socket = connect({ host: '127.0.0.1', port, servername: NAME, ca })
  await once(socket, 'secureConnect')
  const { publicKey } = new X509Certificate(socket.getPeerCertificate().raw)
  socket.destroy()
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
}

test('a phone comes to trust the church’s computer, opens the console and shows others the way @phone-only', async ({
  playwright,
  launchOptions,
  contextOptions,
  viewport,
  watchPage,
  checkAccessibility,
}) => {
  const [port, httpsPort] = [await freePort(), await freePort()]
  const server = await startTestServer({
    PORT: String(port),
    VESTRY_LAN: 'on',
    VESTRY_HTTPS_PORT: String(httpsPort),
    VESTRY_PUBLIC_URL: `https://${NAME}:${httpsPort}`,
  })
  const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${NAME} 127.0.0.1`]
  const stranger = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await stranger.newPage({ ...contextOptions, viewport })
  watchPage(page, { alsoAt: `http://${NAME}:${port}` })
  await page.goto(`http://${NAME}:${port}/attendance`)
  await expect(page.getByRole('heading', { name: 'Open Vestry on this device' })).toBeVisible()
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Get the certificate' }).click()
  const authority = await readFile(await (await download).path())
  expect((await download).suggestedFilename()).toBe('vestry.crt')
  const { fingerprint256 } = new X509Certificate(authority)
  expect(server.printed()).toContain(fingerprint256)
  await stranger.close()

  const key = await keyBehind(httpsPort, authority)
  const trusting = await playwright.chromium.launch({
    ...launchOptions,
    args: [...args, `--ignore-certificate-errors-spki-list=${key}`],
  })
  const phone = await trusting.newPage({ ...contextOptions, viewport })
  watchPage(phone, { alsoAt: [`http://${NAME}:${port}`, `https://${NAME}:${httpsPort}`] })
  await phone.goto(`http://${NAME}:${port}/`)
  await phone.getByRole('link', { name: 'Open Vestry', exact: true }).click()
  await phone.getByLabel('Email').fill(ADMIN.email)
  await phone.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(phone.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  expect(new URL(phone.url()).origin).toBe(`https://${NAME}:${httpsPort}`)
  await phone.goto(`https://${NAME}:${httpsPort}/settings/phones`)
  await expect(phone.getByRole('img', { name: 'Code with the address for phones' })).toBeVisible()
  await expect(phone.getByText(fingerprint256.replaceAll(':', ' '))).toBeVisible()
  await checkAccessibility(phone)
  await expectNoSidewaysScroll(phone)
  await trusting.close()
  await server.destroy()
})

test('a console that only its own computer opens says how phones come to it @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/settings')
  await page.getByRole('link', { name: 'On phones' }).click()
  await expect(page.getByText('At present only this computer opens Vestry.')).toBeVisible()
  await expect(page.getByText('VESTRY_LAN=on npm start')).toBeVisible()
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
})
