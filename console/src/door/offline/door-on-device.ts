import type { Arrivals, DoorBoard, DoorFamily, Handovers, Stay } from '@vestry/contract/calls/door.ts'
import type { DoorOperation } from '@vestry/contract/calls/door-offline.ts'
import { callApi } from '../../api/call-api.ts'
import { churchToday } from '../../api/church-day.ts'
import { keepDoor, readKeptDoor } from '../../api/offline/kept-rolls.ts'
import {
  type KeptWork,
  keepWork,
  listKeptWork,
  removeKeptWork,
  whileNotSending,
} from '../../api/offline/kept-work.ts'
import { currentUserId } from '../../auth/session.ts'
import type { Arriving, Giving } from '../door-bodies.ts'
import { nameOf } from '../door-texts.ts'
import { boardWith, codeFor, type KeptDoor, originOf, refusalHere } from './kept-stays.ts'

/** Two tabs of one device never take the same number, or the same code. */
const LOCK = 'vestry.door'

type OfDoor = Omit<KeptWork, 'operation'> & { operation: DoorOperation }

/** What this device keeps of the church's day, with what was done here since; undefined where it keeps nothing. */
export async function readDoor(): Promise<KeptDoor | undefined> {
  const sub = currentUserId()
  const kept = sub === undefined ? undefined : await ownDoor(sub).catch(() => undefined)
  if (sub === undefined || kept === undefined) {
    return undefined
  }
  return { ...kept, board: await withWork(sub, kept, kept.board) }
}

/** Keeps the board, and returns it with what waits here. */
export async function keepBoard(board: DoorBoard): Promise<DoorBoard> {
  const sub = currentUserId()
  if (sub === undefined) {
    return board
  }
  return await locked(async () => {
    const kept = await ownDoor(sub)
    if (kept === undefined) {
      return board
    }
    await keepDoor(sub, { ...kept, board }, Date.now())
    return await withWork(sub, kept, board)
  }).catch(() => board)
}

/** Loads what the device needs for this day. */
export async function loadBook(board: DoorBoard): Promise<void> {
  const sub = currentUserId()
  if (sub === undefined) {
    return
  }
  const before = await ownDoor(sub)
  const device = before?.device ?? crypto.randomUUID()
  const book = await callApi('POST /door/book', { body: { device } })
  await locked(async () => {
    const kept = await ownDoor(sub)
    const same = kept?.device === device ? kept : undefined
    // A code that came onto a tag while the server answered may have been sent since, too.
    const left = new Set(same?.book.codes)
    const used = new Set([
      ...(await workOf(sub)).map(({ operation }) => operation.code),
      ...(before?.book.codes ?? []).filter((code) => !left.has(code)),
    ])
    const codes = book.codes.filter((code) => !used.has(code))
    if (currentUserId() === sub) {
      const value = { device, next: same?.next ?? 1, board: same?.board ?? board, book: { ...book, codes } }
      await keepDoor(sub, value, Date.now())
    }
  })
}

/** Keeps that children have arrived; undefined where this device can't. */
export async function arriveHere(
  body: Arriving,
  family: DoorFamily,
  tried: boolean,
): Promise<Arrivals | undefined> {
  const { request_id, brought_by, children } = body
  return await doHere(
    (kept) => {
      const code = codeFor(kept, family.children)
      return code === undefined
        ? undefined
        : {
            ...{ kind: 'arrival', code, request_id, children: [...children] },
            ...(family.family_id !== null && { family_id: family.family_id }),
            ...(brought_by !== undefined && { brought_by }),
          }
    },
    { name: namesOf(family.children, children), tried },
  ).then((now) => now && { stays: staysOf(now, children), refused: [] })
}

/** Keeps that children were given back by their code; undefined where this device can't. */
export async function giveBackHere(
  { adult_id, code, reason }: Giving,
  going: readonly Stay[],
  tried: boolean,
): Promise<Handovers | undefined> {
  const kept = await readDoor()
  if (kept === undefined || adult_id === undefined || code === undefined || reason !== '') {
    return undefined
  }
  const judged = going.map((stay) => ({ stay, why: refusalHere(kept, adult_id, stay.attendee_id) }))
  const refused = judged.flatMap(({ stay, why }) => (why ? [{ stay_id: stay.id, why, stay }] : []))
  const given = judged.flatMap(({ stay, why }) => (why ? [] : [stay]))
  if (given.length === 0) {
    return { given: [], refused }
  }
  const children = given.map(({ attendee_id }) => attendee_id)
  const now = await doHere(() => ({ kind: 'giving_back', adult_id, code, children }), {
    name: given.map(nameOf).join(', '),
    tried,
  })
  return now && { given: staysOf(now, given), refused }
}

/** Takes back what was done here for a child and was never sent; false where only the server can. */
export async function takeBackHere(stay: Stay, kind: DoorOperation['kind']): Promise<boolean> {
  const sub = currentUserId() ?? ''
  return await whileNotSending(async () => {
    const found = (await workOf(sub)).findLast(({ operation }) =>
      operation.kind === 'arrival'
        ? kind === 'arrival' && stay.id < 0 && operation.number === originOf(stay).number
        : kind === 'giving_back' && operation.children.includes(stay.attendee_id),
    )
    if (found === undefined || found.tried) {
      return false
    }
    const { key, operation, ...work } = found
    const left = without(operation, stay.attendee_id)
    await (left === undefined ? removeKeptWork(sub, [key]) : keepWork(sub, { ...work, operation: left }))
    return true
  })
}

function without(operation: DoorOperation, child: number): DoorOperation | undefined {
  if (operation.kind === 'arrival') {
    const children = operation.children.filter(({ attendee_id }) => attendee_id !== child)
    return children.length > 0 ? { ...operation, children } : undefined
  }
  const children = operation.children.filter((id) => id !== child)
  return children.length > 0 ? { ...operation, children } : undefined
}

type Unnumbered<Of> = Of extends DoorOperation ? Omit<Of, 'number' | 'made_at' | 'day'> : never

/** Gives what is done its number, keeps it, and returns the board with it. */
async function doHere(
  what: (kept: KeptDoor) => Unnumbered<DoorOperation> | undefined,
  { name, tried }: { name: string; tried: boolean },
): Promise<DoorBoard | undefined> {
  const sub = currentUserId() ?? ''
  return await locked(async () => {
    const stored = await ownDoor(sub)
    if (stored === undefined) {
      return undefined
    }
    const kept = { ...stored, board: await withWork(sub, stored, stored.board) }
    const done = what(kept)
    if (done === undefined) {
      return undefined
    }
    const { device, next, book } = stored
    const operation = { ...done, number: next, made_at: Date.now(), day: book.day } as DoorOperation
    const codes = book.codes.filter((code) => code !== operation.code)
    await keepDoor(sub, { ...stored, next: next + 1, book: { ...book, codes } }, Date.now())
    await keepWork(sub, { device, operation, name, ...(tried && { tried }) })
    return await withWork(sub, stored, stored.board)
    // A browser that has no room keeps nothing.
  }).catch(() => undefined)
}

async function ownDoor(sub: string): Promise<KeptDoor | undefined> {
  const kept = (await readKeptDoor(sub, Date.now())) as KeptDoor | undefined
  return kept?.book.day === churchToday() ? kept : undefined
}

async function workOf(sub: string): Promise<OfDoor[]> {
  const all = await listKeptWork(sub)
  return all.flatMap(({ operation, ...work }) =>
    operation.kind === 'arrival' || operation.kind === 'giving_back' ? [{ ...work, operation }] : [],
  )
}

async function withWork(sub: string, { book }: KeptDoor, board: DoorBoard): Promise<DoorBoard> {
  return boardWith(
    board,
    book,
    (await workOf(sub)).map(({ operation }) => operation),
  )
}

function staysOf({ stays }: DoorBoard, children: readonly { attendee_id: number }[]): Stay[] {
  return children.flatMap(
    ({ attendee_id }) => stays.findLast((stay) => stay.attendee_id === attendee_id) ?? [],
  )
}

function namesOf(all: DoorFamily['children'], some: readonly { attendee_id: number }[]): string {
  const ids = new Set(some.map(({ attendee_id }) => attendee_id))
  return all
    .filter(({ attendee_id }) => ids.has(attendee_id))
    .map(nameOf)
    .join(', ')
}

async function locked<Result>(work: () => Promise<Result>): Promise<Result> {
  return await navigator.locks.request(LOCK, work)
}
