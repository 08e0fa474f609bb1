/**
 * The first load of a screen for a signed-in person, with an empty cache, and the second in the same browser: bytes by
 * kind, the time until it can be used on a processor slowed four times, and how long after the last of its scripts the
 * first call of the API leaves. The peer in the same run is an empty page of the same origin, loaded the same way.
 */
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { callAs } from '../e2e/church-calls.ts'
import { signIn } from '../e2e/fixtures.ts'
import { ADMIN, startTestServer } from '../e2e/running-server.ts'
import { findChromium } from '../tools/find-programs.ts'
import { type LoadedFile, loadAll, openContext, type Screen, type Visit, visit } from './page-load.ts'

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
      isKept: true,
      shows: { elements: 'table[aria-busy="false"] tbody tr', count: 10 },
    },
    'public pages': { path: '/sermons' },
    today: { path: '/today', isKept: true, shows: { elements: 'main li a', count: 1 } },
    [`roll call of ${CHILDREN}`]: {
      path: '/sunday-school/classes/attendance',
      isKept: true,
      carried: planned,
      shows: { elements: 'li[data-child] button[aria-pressed]', count: 2 * CHILDREN },
    },
  }
  for (const [name, screen] of Object.entries(screens)) {
    const fresh = await openContext(browser, state)
    const { files, elements } = await loadAll(fresh, server.origin, screen)
    await fresh.close()
    console.log(`${name}: ${elements} elements when it can be used`)
    console.table(weigh(files))
  }

  const timed: Record<string, Screen> = {
    ...screens,
    'empty page': { path: '/healthz', shows: { elements: 'body', count: 1 } },
    'empty page, drawn': { path: '/healthz' },
  }
  const visits = new Map<string, { first: Visit; second: Visit }[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, screen] of Object.entries(timed)) {
      const fresh = await openContext(browser, state)
      const first = await visit(fresh, server.origin, screen)
      const second = await visit(fresh, server.origin, screen)
      await fresh.close()
      visits.set(name, [...(visits.get(name) ?? []), { first, second }])
    }
  }
  const peer = visits.get('empty page') ?? []
  console.log('medians in ms after the navigation began, CPU slowed 4×')
  console.table(Object.fromEntries([...visits].map(([name, rounds]) => [name, summarize(rounds, peer)])))
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

/** A page that has no scripts, or makes no call, has no figure of when they came. */
function summarize(rounds: { first: Visit; second: Visit }[], peer: { first: Visit }[]) {
  const firsts = rounds.map(({ first }) => first)
  const usable = median(firsts.map((first) => first.usable))
  const loads = firsts.flatMap(({ firstCall, lastFile }) =>
    firstCall === undefined || lastFile === undefined ? [] : [{ firstCall, lastFile }],
  )
  return {
    'first visit, usable': usable,
    'beside an empty page': (usable / median(peer.map(({ first }) => first.usable))).toFixed(1),
    'second visit, usable': median(rounds.map(({ second }) => second.usable)),
    'requests until usable': median(firsts.map(({ requests }) => requests)),
    ...(loads.length > 0 && {
      'last file': median(loads.map(({ lastFile }) => lastFile)),
      'first call': median(loads.map(({ firstCall }) => firstCall)),
      'last file to first call, ms': median(loads.map(({ firstCall, lastFile }) => firstCall - lastFile)),
    }),
  }
}

function median(values: number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0)
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
