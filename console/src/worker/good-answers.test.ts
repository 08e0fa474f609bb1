import { expect, test } from 'vitest'
import { isConfig, isFile, isPage, writePage } from './good-answers.ts'

const answer = (type: string, { status = 200, redirected = false } = {}) => ({
  ok: status === 200,
  redirected,
  headers: new Headers({ 'content-type': type }),
})
const HTML = answer('text/html; charset=utf-8')
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
<link rel="preload" href="/config.json" as="fetch" crossorigin="anonymous" />
<script type="module" crossorigin src="/assets/start-abc.js"></script></head><body></body></html>`
const CONFIG = '{"version":"1","userPoolId":"us-east-1_Vestry001","church":{"name":"</script>$& Betel"}}'

test('files are scripts, style sheets and what those load, from the server itself', () => {
  for (const type of [
    'text/javascript; charset=utf-8',
    'application/javascript',
    'text/css',
    'application/wasm',
  ]) {
    expect(isFile(answer(type))).toBe(true)
    expect(isFile(answer(type, { status: 404 }))).toBe(false)
    expect(isFile(answer(type, { redirected: true }))).toBe(false)
  }
  expect(isFile(HTML)).toBe(false)
  expect(isFile({ ...HTML, headers: new Headers() })).toBe(false)
})

test('the page of a Wi-Fi, and that of another build, is not the console’s', () => {
  expect(isPage(HTML, PAGE, '/assets/start-abc.js')).toBe(true)
  expect(isPage(HTML, PAGE, '/assets/start-abd.js')).toBe(false)
  expect(isPage(HTML, '<h1>Welcome to the Wi-Fi</h1>', '/assets/start-abc.js')).toBe(false)
  expect(isPage(answer('text/plain'), PAGE, '/assets/start-abc.js')).toBe(false)
  expect(isPage(answer('text/html', { redirected: true }), PAGE, '/assets/start-abc.js')).toBe(false)
  expect(isPage(answer('text/html', { status: 503 }), PAGE, '/assets/start-abc.js')).toBe(false)
})

test('a configuration names the people’s pool', () => {
  const json = answer('application/json; charset=utf-8')
  expect(isConfig(json, CONFIG)).toBe(true)
  expect(isConfig(json, '{"error":"unavailable"}')).toBe(false)
  expect(isConfig(HTML, CONFIG)).toBe(false)
  expect(isConfig(answer('application/json', { status: 503 }), CONFIG)).toBe(false)
})

test('a page is given the kept configuration in place of its own, and nothing can break out of it', () => {
  const served = PAGE.replace(
    /<link.*\n/,
    '<script type="application/json" id="config">{"version":"0"}</script>\n',
  )
  for (const page of [PAGE, served]) {
    const written = writePage(page, CONFIG)
    const [, config = ''] = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(written) ?? []
    expect(JSON.parse(config)).toEqual({ kept: true, ...JSON.parse(CONFIG) })
    expect(written.match(/<script/g)).toHaveLength(2)
    expect(written).not.toContain('config.json')
    expect(written).toContain('/assets/start-abc.js')
    expect(writePage(written, CONFIG)).toBe(written)
  }
})
