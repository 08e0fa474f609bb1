import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeWithDeadline } from './close-with-deadline.ts'
import { createHttp } from './create-http.ts'
import { answerHealth } from './health.ts'
import { consolePolicy, pagePolicies } from './security-headers.ts'
import { type ConsoleParts, serveConsole } from './serve-console.ts'

const PAGE_FILE = `<!doctype html><html lang="en"><head>
<title>Vestry</title>
<link rel="preload" href="/config.json" as="fetch" crossorigin="anonymous" />
</head><body></body></html>`
/** Of a church whose name would end the element in which it stands. */
const CONFIG = {
  version: '1',
  church: { name: '</script><script>alert(1)//', language: 'browser' },
} as RuntimeConfig
const KEEPS = '// keeps'
const REMOVES = '// removes'

let folder: string
let http: FastifyInstance
let storeIsReady: boolean

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE_FILE)
  writeFileSync(join(folder, 'station.html'), PAGE_FILE.replace('<title>Vestry', '<title>Station'))
  writeFileSync(
    join(folder, 'pages.json'),
    JSON.stringify({
      '/preaching': { en: ['/assets/list-1.js', '/assets/list-1.css'], es: ['/assets/lista-1.js'] },
    }),
  )
  writeFileSync(join(folder, 'assets', 'start-abc.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'mp3-encoder-worker-abc.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'start-abc.js.br'), 'brotli')
  writeFileSync(join(folder, 'assets', 'start-abc.js.gz'), 'gzip')
  writeFileSync(join(folder, 'worker.js'), KEEPS)
  writeFileSync(join(folder, 'no-worker.js'), REMOVES)
  writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"Vestry","display":"standalone"}')
  storeIsReady = true
  http = createHttp({ log: undefined, tls: undefined })
  answerHealth(http, {
    store: async () => {
      if (!storeIsReady) {
        throw new Error('disk gone')
      }
    },
  })
  http.get('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return 'done'
  })
  await serveConsole(http, consoleOf(CONFIG))
})
afterEach(async () => {
  await http.close()
  rmSync(folder, { recursive: true, force: true })
})

function consoleOf(config: RuntimeConfig, opensOffline = true): ConsoleParts {
  return {
    folder,
    ...pagePolicies(AT_HOME, 'https://vestry.example'),
    opensOffline,
    runtimeConfig: async () => config,
  }
}

const AT_HOME = {
  userPoolId: 'us-east-1_Vestry001',
  identityPoolId: 'us-east-1:11111111-2222-3333-4444-555555555555',
  userPoolEndpoint: '/cognito-idp/',
  identityPoolEndpoint: '/cognito-identity/',
  storageEndpoint: '/s3/preaching',
} as RuntimeConfig

const PAGE = { accept: 'text/html,application/xhtml+xml' }

test('every address that a person opens shows the console, which is never cached', async () => {
  for (const url of [
    '/',
    '/preaching',
    '/preaching/edit/123?x=1',
    '/no/such/page',
    '/foo.bar',
    '/preaching.html',
    '/%zz',
    '/preaching/%',
    '/preaching/%ff?x=%zz',
  ]) {
    const answer = await http.inject({ url, headers: { ...PAGE, host: 'church.test:8080' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<title>Vestry</title>')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    })
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src church.test:8080/assets/ vestry.example/assets/; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; worker-src church.test:8080/assets/ vestry.example/assets/ church.test:8080/worker.js vestry.example/worker.js; font-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
  }
})

test('a station has a page of its own, which may call the API and draw, and nothing else', async () => {
  const answer = await http.inject({ url: '/station', headers: { ...PAGE, host: 'church.test' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<title>Station</title>')
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src church.test/assets/ vestry.example/assets/; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  )
  expect((await http.inject({ url: '/station.html', headers: PAGE })).body).toContain('<title>Vestry</title>')
})

test('scripts come from the folder of the console alone, by whatever name it is asked for', async () => {
  const scripts = async (host: string) => {
    const answer = await http.inject({ url: '/assets/start-abc.js', headers: { host } })
    return /script-src ([^;]*);/.exec(String(answer.headers['content-security-policy']))?.[1]
  }
  expect(await scripts('vestry.example')).toBe('vestry.example/assets/')
  expect(await scripts('LOCALHOST:8080')).toBe('localhost:8080/assets/ vestry.example/assets/')
  // A host that no policy can name, or that is not a valid name, adds nothing to the policy.
  expect(await scripts('[::1]:8080')).toBe("'self'")
  expect(await scripts("x; script-src 'unsafe-inline'")).toBe("'self'")
})

test('the encoder of MP3 alone may compile WebAssembly', async () => {
  const scripts = async (url: string) => {
    const answer = await http.inject({ url, headers: { ...PAGE, host: 'vestry.example' } })
    return /script-src ([^;]*);/.exec(String(answer.headers['content-security-policy']))?.[1]
  }
  expect(await scripts('/assets/mp3-encoder-worker-abc.js')).toBe("'wasm-unsafe-eval' vestry.example/assets/")
  expect(await scripts('/assets/start-abc.js')).toBe('vestry.example/assets/')
  expect(await scripts('/')).toBe('vestry.example/assets/')
})

test('a file that is not there is no page, and a person is told so by the console', async () => {
  const script = await http.inject({ url: '/assets/gone-1.js', headers: { accept: '*/*' } })
  expect([script.statusCode, script.headers['content-type']]).toEqual([
    404,
    'application/json; charset=utf-8',
  ])
  for (const url of ['/assets/gone-1.js', '/assets/', '/assets/no/such.css']) {
    const page = await http.inject({ url, headers: PAGE })
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.headers['cache-control']).toBe('no-cache')
    expect(page.body).toContain('<title>Vestry</title>')
  }
  const icon = await http.inject({ url: '/favicon.png', headers: { accept: 'image/avif,image/*,*/*;q=0.8' } })
  expect(icon.statusCode).toBe(404)
  expect((await http.inject({ url: '/%zz', headers: { accept: '*/*' } })).statusCode).toBe(400)
  expect((await http.inject({ url: '/preaching', headers: { accept: '*/*' } })).statusCode).toBe(404)
  expect((await http.inject({ method: 'POST', url: '/preaching', headers: PAGE })).statusCode).toBe(404)
})

test('assets are precompressed and cached for good', async () => {
  for (const [accepted, body] of [
    ['br, gzip', 'brotli'],
    ['gzip', 'gzip'],
    ['identity', 'plain'],
  ] as const) {
    const answer = await http.inject({
      url: '/assets/start-abc.js',
      headers: { 'accept-encoding': accepted },
    })
    expect(answer.body).toBe(body)
    expect(answer.headers['content-type']).toMatch(/javascript/)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.vary).toMatch(/accept-encoding/i)
  }
})

test('the service worker is asked for again each time, may call the server, and can be switched off', async () => {
  const worker = await http.inject({ url: '/worker.js', headers: { host: 'vestry.example' } })
  expect(worker.body).toBe(KEEPS)
  expect(worker.headers['content-type']).toMatch(/javascript/)
  expect(worker.headers['cache-control']).toBe('no-cache')
  expect(worker.headers['content-security-policy']).toMatch(
    /connect-src 'self'; worker-src [^;]* vestry.example\/worker.js;/,
  )
  const off = createHttp({ log: undefined, tls: undefined })
  await serveConsole(off, consoleOf(CONFIG, false))
  const removing = await off.inject({ url: '/worker.js' })
  expect([removing.body, removing.headers['cache-control']]).toEqual([REMOVES, 'no-cache'])
  await off.close()
})

test('the app has the name of the church, or that of the product', async () => {
  const answer = await http.inject({ url: '/manifest.webmanifest' })
  const { name } = CONFIG.church
  expect(answer.json()).toEqual({ name, short_name: name, display: 'standalone' })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  })
  const nameless = createHttp({ log: undefined, tls: undefined })
  await serveConsole(nameless, consoleOf({ ...CONFIG, church: { ...CONFIG.church, name: '' } }))
  expect((await nameless.inject({ url: '/manifest.webmanifest' })).json()).toMatchObject({ name: 'Vestry' })
  await nameless.close()
})

test('nothing outside the folder is served', async () => {
  for (const url of [
    '/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/..%252f..%252fpackage.json',
    '/%2e%2e/etc/passwd',
  ]) {
    const answer = await http.inject({ url })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  }
})

test('the browser gets its configuration at start', async () => {
  const answer = await http.inject({ url: '/config.json' })
  expect(answer.json()).toEqual(CONFIG)
  expect(answer.headers['cache-control']).toBe('no-cache')
})

test('a page has the configuration in it, so that it need not ask, and nothing can break out of it', async () => {
  const { body } = await http.inject({ url: '/preaching', headers: PAGE })
  const [, written = ''] = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(body) ?? []
  expect(JSON.parse(written)).toEqual(CONFIG)
  expect(body.match(/<\/?script/g)).toHaveLength(2)
  expect(body).not.toContain('/config.json')
})

test('a page names the files that its address needs, in the language that is asked for', async () => {
  const named = async (url: string, language: string) => {
    const { body } = await http.inject({ url, headers: { ...PAGE, 'accept-language': language } })
    return [...body.matchAll(/<link rel="([a-z]+)"[^>]* href="(\/assets\/[^"]+)">/g)].map(([, ...one]) => one)
  }
  expect(await named('/preaching?search=x', 'en')).toEqual([
    ['modulepreload', '/assets/list-1.js'],
    ['preload', '/assets/list-1.css'],
  ])
  expect(await named('/preaching', 'fr,es-ES')).toEqual([['modulepreload', '/assets/lista-1.js']])
  expect(await named('/constructor', 'en')).toEqual([])
  expect((await http.inject({ url: '/pages.json' })).statusCode).toBe(404)
})

test('a page is compressed for a browser that accepts that', async () => {
  const answer = await http.inject({ url: '/', headers: { ...PAGE, 'accept-encoding': 'gzip, br' } })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(answer.rawPayload).toString()).toContain('<title>Vestry</title>')
})

test('it is alive, and ready while its parts are', async () => {
  expect((await http.inject({ url: '/healthz' })).json()).toEqual({ status: 'alive' })
  expect((await http.inject({ url: '/readyz' })).json()).toEqual({
    status: 'ready',
    parts: { store: 'ready' },
  })
  storeIsReady = false
  const answer = await http.inject({ url: '/readyz' })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ status: 'not ready', parts: { store: 'not ready' } })
})

test('closing lets a request in flight finish', async () => {
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  const request = get({ host: '127.0.0.1', port, path: '/slow' })
  const answered = once(request, 'response')
  await once(http.server, 'request')
  const closed = closeWithDeadline(http, 10_000)
  const [response] = await answered
  expect(response.statusCode).toBe(200)
  response.resume()
  await closed
})

test('closing cuts off what does not finish in time', async () => {
  http.get('/never', () => new Promise(() => undefined))
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  const request = get({ host: '127.0.0.1', port, path: '/never' })
  const broken = once(request, 'error')
  await once(http.server, 'request')
  await closeWithDeadline(http, 50)
  expect((await broken)[0]).toHaveProperty('code', 'ECONNRESET')
})

test('the policy names what is elsewhere, and nothing more', () => {
  const { userPoolEndpoint, identityPoolEndpoint, ...amazon } = AT_HOME
  const policy = (config: RuntimeConfig) =>
    consolePolicy(config)
      .split('; ')
      .filter((line) => /^(connect|img|media)-src/.test(line))
  expect(policy(AT_HOME)).toEqual([
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
  ])
  expect(
    policy({
      ...amazon,
      hostedUi: 'church.auth.us-east-1.amazoncognito.com',
      storageEndpoint: 'https://sermons.s3.us-east-1.amazonaws.com',
    } as RuntimeConfig),
  ).toEqual([
    "img-src 'self' data: blob: https://sermons.s3.us-east-1.amazonaws.com",
    "media-src 'self' blob: https://sermons.s3.us-east-1.amazonaws.com",
    "connect-src 'self' https://cognito-idp.us-east-1.amazonaws.com https://cognito-identity.us-east-1.amazonaws.com https://church.auth.us-east-1.amazoncognito.com https://sermons.s3.us-east-1.amazonaws.com",
  ])
  expect(
    policy({
      ...AT_HOME,
      apiEndpoint: 'https://vestry.example/api',
      userPoolEndpoint: 'https://vestry.example/cognito-idp/',
      identityPoolEndpoint: 'https://vestry.example/cognito-identity/',
      storageEndpoint: 'https://vestry.example/s3/preaching',
    })[2],
  ).toBe("connect-src 'self' https://vestry.example")
})
