/**
 * The first load of a screen for a signed-in person, with an empty cache: bytes by kind, and the time until it can be
 * used on a processor slowed four times. The peer in the same run is an empty page of the same origin, loaded the same
 * way.
 */
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { callAs } from '../e2e/church-calls.ts'
import { signIn } from '../e2e/fixtures.ts'
import { ADMIN, startTestServer } from '../e2e/running-server.ts'
import { findChromium } from '../tools/find-programs.ts'
import { type LoadedFile, loadAll, openContext, type Screen, visit } from './page-load.ts'

const ROUNDS = 7
const CHILDREN = 200

const server = await startTestServer({}, ['--demo'])
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-quic'],
})
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await signIn(page, server, ADMIN)
  const planned = await planClass(page)
  await callAs(page, 'PUT', '/settings', { publicPages: true })
  const state = await context.storageState()
  await context.close()

  const screens: Record<string, Screen> = {
    'list of sermons': {
      path: '/preaching',
      shows: { elements: 'table[aria-busy="false"] tbody tr', count: 10 },
    },
    'public pages': { path: '/sermons' },
    today: { path: '/today', shows: { elements: 'main li a', count: 1 } },
    [`roll call of ${CHILDREN}`]: {
      path: '/sunday-school/classes/attendance',
      carried: planned,
      shows: { elements: 'li[data-child] button[aria-pressed]', count: 2 * CHILDREN },
    },
  }
  for (const [name, screen] of Object.entries(screens)) {
    const fresh = await openContext(browser, state)
    const { files, requests, elements } = await loadAll(fresh, server.origin, screen)
    await fresh.close()
    console.log(`${name}: ${requests} requests until it can be used, ${elements} elements`)
    console.table(weigh(files))
  }

  const timed: Record<string, Screen> = {
    ...screens,
    'empty page': { path: '/healthz', shows: { elements: 'body', count: 1 } },
    'empty page, drawn': { path: '/healthz' },
  }
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, screen] of Object.entries(timed)) {
      const fresh = await openContext(browser, state)
      times.set(name, [...(times.get(name) ?? []), await visit(fresh, server.origin, screen)])
      await fresh.close()
    }
  }
  const peer = times.get('empty page') ?? []
  console.table(
    Object.fromEntries(
      [...times].map(([name, values]) => [
        name,
        { 'usable, median ms, CPU slowed 4×': median(values), 'beside an empty page': ratio(values, peer) },
      ]),
    ),
  )
} finally {
  await browser.close()
  await server.destroy()
}

/** A class of many children on a coming Sunday; returns the state with which the attendance screen is opened. */
async function planClass(page: Page) {
  const [title, session_datetime] = ['The whole school', '2035-05-06T10:30:00']
  const { id, series_id } = await callAs<{ id: number; series_id: number }>(page, 'POST', '/classes', {
    title,
    session_datetime,
  })
  const attendee_ids: number[] = []
  for (let child = 0; child < CHILDREN; child++) {
    const added = await callAs<{ id: number }>(page, 'POST', '/attendees', {
      first_name: `Child ${child}`,
      last_name: `Family ${(child * 7) % 61}`,
      parent_contact: `Parent ${child}, 600 ${100 + child} 000`,
      notes: child % 10 === 0 ? 'Allergic to nuts' : '',
    })
    attendee_ids.push(added.id)
  }
  await callAs(page, 'POST', '/classes/roster', { series_id, attendee_ids })
  return { class_id: id, title, session_datetime, session_type: 'upcoming' }
}

/** Files and bytes by kind. */
function weigh(files: LoadedFile[]) {
  const byKind = Map.groupBy(files, ({ kind }) => kind)
  return Object.fromEntries(
    [...byKind].map(([kind, some]) => [
      kind,
      {
        files: some.length,
        'kB raw': kB(some.reduce((sum, { body }) => sum + body.length, 0)),
        'kB gz': kB(some.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0)),
      },
    ]),
  )
}

function median(values: number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0)
}

function ratio(values: number[], peer: number[]): string {
  return (median(values) / median(peer)).toFixed(1)
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
