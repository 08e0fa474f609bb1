import { expect, test } from './fixtures.ts'
import { openMediaPage } from './media-page.ts'

/** Uploads a file of that text under that type, and returns an address at which it is served. */
async function uploadInPage({ text, name, type }: { text: string; name: string; type: string }) {
  const file = new File([text], name, { type })
  const options = { onProgress: () => undefined, signal: new AbortController().signal }
  const { path } = await window.media.uploadFile(
    { file, name, contentType: type },
    'preaching/2026/',
    options,
  )
  return await window.media.storedFileUrl(path)
}

/**
 * Tries each way in which a page runs a script of an address; answers those that did. The address is another each time
 * behind its `#`, since a module that was refused may be remembered and not be refused anew.
 */
async function runInPage(address: string): Promise<string[]> {
  const ran: string[] = []
  const window_ = window as unknown as { ranUploaded?: boolean }
  for (const type of ['classic', 'module']) {
    const script = document.createElement('script')
    script.type = type === 'module' ? type : ''
    script.src = `${address}#${type}-script`
    await new Promise((resolve) => {
      script.addEventListener('load', resolve)
      script.addEventListener('error', resolve)
      document.body.append(script)
    })
  }
  await import(`${address}#import`).catch(() => undefined)
  if (window_.ranUploaded) {
    ran.push('script')
  }
  for (const type of ['classic', 'module'] as const) {
    const heard = await new Promise((resolve) => {
      try {
        const worker = new Worker(`${address}#${type}-worker`, { type })
        worker.addEventListener('message', () => resolve(true))
        worker.addEventListener('error', () => resolve(false))
      } catch {
        resolve(false)
      }
    })
    if (heard) {
      ran.push(`${type} worker`)
    }
  }
  await navigator.serviceWorker
    .register(`${address}#service-worker`, { scope: new URL('.', address).pathname })
    .then(
      () => ran.push('service worker'),
      () => undefined,
    )
  return ran
}

test('a script that somebody uploads runs nowhere in the console, and is no page of its own', async ({
  server,
  signedIn,
  browser,
}) => {
  const context = await browser.newContext({
    storageState: signedIn,
    baseURL: server.origin,
    serviceWorkers: 'allow',
  })
  const page = await context.newPage()
  await openMediaPage(page)
  const text = 'globalThis.ranUploaded = true; globalThis.postMessage?.("ran", "*")'
  const address = await page.evaluate(uploadInPage, { text, name: 'evil.js', type: 'text/javascript' })
  const served = await page.evaluate(async (from) => {
    const answer = await fetch(from)
    return { disposition: answer.headers.get('content-disposition'), text: await answer.text() }
  }, address)
  expect(served).toEqual({ disposition: 'attachment', text })
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  expect(await page.evaluate(runInPage, address)).toEqual([])
  const byThePolicy = () =>
    refused.filter((line) => /violates the following Content Security Policy/.test(line)).length
  await expect.poll(byThePolicy).toBe(6)

  // The policy is the first wall. The store itself hands no script out where there is none.
  const bare = await browser.newContext({
    storageState: signedIn,
    baseURL: server.origin,
    bypassCSP: true,
    serviceWorkers: 'allow',
  })
  const open = await bare.newPage()
  await openMediaPage(open)
  expect(await open.evaluate(runInPage, address)).toEqual([])
  const html = '<script>parent.ranUploaded = true; document.title = "ran"</script>'
  const pages = await open.evaluate(uploadInPage, { text: html, name: 'evil.html', type: 'text/html' })
  expect((await open.goto(pages))?.status()).toBe(403)
  expect(await open.title()).not.toBe('ran')
  await bare.close()
  await context.close()
})

test('the documentation of the calls is drawn under its policy', async ({ server, browser, watchPage }) => {
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  watchPage(page)
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /^Vestry/ })).toBeVisible()
  await page.getByRole('link', { name: 'attendees', exact: true }).click()
  await expect(page.getByRole('button', { name: /^post .*attendees/i }).first()).toBeVisible()
  await context.close()
})
