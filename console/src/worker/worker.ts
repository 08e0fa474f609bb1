import { CONFIG, FILES } from './file-caches.ts'
import { CONFIG_PATH, isConfig, isFile, isPage, writePage } from './good-answers.ts'
import { sortRequest } from './sort-request.ts'
import type { Asked, WorkerScope } from './worker-scope.ts'

// Answers for the console's own files, its page and its configuration, from what it has kept; everything else it leaves
// alone. It answers only what the server has answered: where nothing is kept, the network decides.

/** The build's id, its first script, the files that are kept from the start, and the console's addresses. */
declare const BUILD: { id: string; start: string; files: string[]; pages: string[] }

const PAGE = '/'
/** How long the network may take for the configuration, in ms, where one is kept. */
const PATIENCE = 3000

const scope = globalThis as unknown as WorkerScope
const { id, start, files, pages } = BUILD
const own = FILES + id

scope.addEventListener('install', (event) => event.waitUntil(caches.delete(own).then(keepBuild)))
scope.addEventListener('activate', (event) =>
  event.waitUntil(deleteOlder().then(() => scope.clients.claim())),
)
scope.addEventListener('fetch', (event) => {
  const sort = sortRequest(event.request, location.origin, pages)
  if (sort !== undefined) {
    event.respondWith(answers[sort](event))
  }
})

const answers = { file: answerFile, page: answerPage, config: answerConfig }

/** The page comes last: a build without it is not complete, and no start uses it. */
async function keepBuild(): Promise<void> {
  const page = await readPage()
  const cache = await caches.open(own)
  await Promise.all(files.map((file) => keepFile(cache, file)))
  await cache.put(PAGE, page)
}

async function keepFile(cache: Cache, file: string): Promise<void> {
  const answer = (await caches.match(file)) ?? (await fetch(file))
  if (!isFile(answer)) {
    throw new Error(`${file} is not what it should be.`)
  }
  await cache.put(file, answer)
}

async function readPage(): Promise<Response> {
  const answer = await fetch(PAGE, { headers: { accept: 'text/html' } })
  const page = await answer.text()
  if (!isPage(answer, page, start) || !(await keepConfig(await fetch(CONFIG_PATH)))) {
    throw new Error('The page is of another build.')
  }
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(page, { headers })
}

/** Keeps the configuration, if it is one, and returns whether it is. */
async function keepConfig(answer: Response): Promise<boolean> {
  const config = await answer.text()
  const good = isConfig(answer, config)
  if (good) {
    const headers = { 'content-type': 'application/json' }
    await (await caches.open(CONFIG)).put(CONFIG_PATH, new Response(config, { headers }))
  }
  return good
}

/** The caches of all builds, the oldest first. */
async function listBuilds(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(FILES))
}

/** When this worker takes over, no tab uses the builds before its own. A newer one may be on its way. */
async function deleteOlder(): Promise<void> {
  const builds = await listBuilds()
  await Promise.all(builds.slice(0, builds.indexOf(own)).map((name) => caches.delete(name)))
}

/** A file may be of any build: their names differ. */
async function answerFile(event: Asked): Promise<Response> {
  const { url } = event.request
  const kept = await find(url)
  if (kept !== undefined) {
    return kept
  }
  const answer = await fetch(event.request)
  event.waitUntil(isFile(answer) ? keepUsed(url, answer.clone()) : doubtBuild(answer))
  return answer
}

/** A file is missing where another build has been put in the place of this one: the next start must be with that. */
async function doubtBuild({ status }: Response): Promise<void> {
  if (status === 404 || status === 410) {
    await (await caches.open(own)).delete(PAGE)
  }
  await scope.registration.update().catch(() => undefined)
}

async function keepUsed(url: string, answer: Response): Promise<void> {
  const newest = (await listBuilds()).at(-1)
  if (newest !== undefined) {
    await (await caches.open(newest)).put(url, answer)
  }
}

/**
 * The page of the newest build that is complete, whichever worker answers: a reload brings the update, and the tabs
 * that were open before go on with their own files.
 */
async function answerPage(event: Asked): Promise<Response> {
  const [page, config] = await Promise.all([findPage(), find(CONFIG_PATH)])
  if (page !== undefined && config !== undefined) {
    return new Response(writePage(await page.text(), await config.text()), { headers: page.headers })
  }
  // What was thrown away is kept again, if the server still has this build.
  event.waitUntil(keepBuild().catch(() => undefined))
  return await fetch(event.request)
}

async function findPage(): Promise<Response | undefined> {
  for (const build of (await listBuilds().catch(() => [])).reverse()) {
    const page = await find(PAGE, build)
    if (page !== undefined) {
      return page
    }
  }
}

/** Whoever wants nothing kept asks whether the server is there. */
async function answerConfig(event: Asked): Promise<Response> {
  const { request } = event
  const kept = request.cache === 'no-store' ? undefined : await find(CONFIG_PATH)
  const answer = fetch(request)
  const isGood = answer.then((fresh) => keepConfig(fresh.clone())).catch(() => false)
  event.waitUntil(isGood)
  if (kept === undefined) {
    return await answer
  }
  const tooLong = new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE))
  return (await Promise.race([isGood, tooLong])) ? await answer : kept
}

/** What is kept; nothing where the browser can't say. */
async function find(url: string, cacheName?: string): Promise<Response | undefined> {
  const among = cacheName === undefined ? undefined : { cacheName }
  return await caches.match(url, { ignoreVary: true, ...among }).catch(() => undefined)
}
