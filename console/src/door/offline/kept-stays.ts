import type { DoorBoard, DoorChild, DoorCollector, DoorFamily, Stay } from '@vestry/contract/calls/door.ts'
import type { DoorBook, DoorOperation } from '@vestry/contract/calls/door-offline.ts'
import {
  type HandoverRefusal,
  KEPT_DIGITS,
  MAX_ARRIVING,
  MAX_FOUND,
} from '@vestry/contract/sunday-school/door-rules.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import { nameOf } from '../door-texts.ts'

// The door as one device knows it without a line: what the server told last, and what was done here since. Pure functions.

/** What a device keeps of a day. */
export type KeptDoor = {
  /** Under which the device sends what is done here. */
  device: string
  /** The number of the next thing that is done. */
  next: number
  book: DoorBook
  board: DoorBoard
}

/** What was done here and not sent yet, in its order. */
export type DoorWork = readonly DoorOperation[]

/** A stay that the server does not know yet has an id below 0, by which its operation is found. */
export const isOnlyHere = ({ id }: Pick<Stay, 'id'>) => id < 0

/** The board with what was done here since. */
export function boardWith(board: DoorBoard, book: DoorBook, work: DoorWork): DoorBoard {
  let stays = board.stays
  for (const operation of work.filter(({ day }) => day === book.day)) {
    if (operation.kind === 'arrival') {
      const here = new Set(stays.filter(({ gone }) => gone === null).map(({ attendee_id }) => attendee_id))
      const fresh = operation.children.flatMap((child, place) =>
        here.has(child.attendee_id) ? [] : stayOf(operation, place, board, book),
      )
      stays = [...stays, ...fresh]
    } else {
      const { made_at: at, adult_id, children } = operation
      const to = nameOfAdult(book, adult_id)
      stays = stays.map((stay) =>
        stay.gone === null && children.includes(stay.attendee_id)
          ? { ...stay, gone: { at, by: '', to, way: 'code', reason: '' } }
          : stay,
      )
    }
  }
  const classes = board.classes.map((one) => {
    const own = stays.filter(({ class_id, day }) => class_id === one.class_id && day === book.day)
    const here = own.filter(({ gone }) => gone === null).length
    return { ...one, arrived: own.length, here, gone: own.length - here }
  })
  return { ...board, classes, stays }
}

function stayOf(
  operation: Extract<DoorOperation, { kind: 'arrival' }>,
  place: number,
  { classes, stays }: DoorBoard,
  book: DoorBook,
): Stay[] {
  const { attendee_id = 0, class_id = 0 } = operation.children[place] ?? {}
  const child = childrenOf(book).find((one) => one.attendee_id === attendee_id)
  const into = classes.find((one) => one.class_id === class_id)
  if (child === undefined) {
    return []
  }
  const { first_name, last_name, birthdate, allergies, needs } = child
  const isFamily = ({ code, day }: Stay) => code === operation.code && day === operation.day
  return [
    {
      ...{ id: -(operation.number * MAX_ARRIVING + place), attendee_id, first_name, last_name, birthdate },
      ...{ allergies, needs, day: operation.day, class_id, class_title: into?.title ?? '' },
      ...{ room: into?.room ?? '', code: operation.code, arrived: operation.made_at, arrived_by: '' },
      number: stays.find(isFamily)?.number ?? 0,
      brought_by: operation.brought_by === undefined ? '' : nameOfAdult(book, operation.brought_by),
      ...{ reason: '', witness: null, gone: null, accounted: false },
    },
  ]
}

/** The number of the operation by which a stay that is only here began, and its place in it. */
export function originOf({ id }: Pick<Stay, 'id'>): { number: number; place: number } {
  return { number: Math.floor(-id / MAX_ARRIVING), place: -id % MAX_ARRIVING }
}

/** The families of a search: by the last digits of a number, or by words of a name. */
export function findKept({ book, board }: KeptDoor, text: string) {
  const digits = text.replace(/\D+/g, '').slice(-KEPT_DIGITS)
  const words = searchKey(text).split(' ').filter(Boolean)
  const isOf = ({ name, adults, children }: DoorFamily) => {
    const byNumber = digits !== '' && adults.some(({ phone }) => phone.includes(digits))
    const names = searchKey([name, ...[...adults, ...children].map(nameOf)].join(' '))
    return byNumber || (words.length > 0 && words.every((word) => names.includes(word)))
  }
  const found = book.families.filter(isOf)
  const here = new Map(
    board.stays.filter(({ gone }) => gone === null).map(({ attendee_id, id }) => [attendee_id, id]),
  )
  const families = found.slice(0, MAX_FOUND).map((family) => ({
    ...family,
    children: family.children.map((child) => ({ ...child, stay_id: here.get(child.attendee_id) ?? null })),
  }))
  return { families, more: found.length > MAX_FOUND }
}

/** The children of a code and who may collect them; undefined where this device knows of none. */
export function collectKept(
  { book, board }: KeptDoor,
  code: string,
): { stays: Stay[]; adults: DoorCollector[] } | undefined {
  const stays = board.stays.filter((stay) => stay.code === code && stay.day === book.day)
  const ids = new Set(stays.map(({ attendee_id }) => attendee_id))
  const adults = book.adults.flatMap(({ rules, ...adult }) => {
    const own = rules.filter(({ attendee_id }) => ids.has(attendee_id))
    return own.length > 0 ? [{ ...adult, rules: own }] : []
  })
  return stays.length > 0 ? { stays, adults } : undefined
}

/** Why this adult is not given this child here; undefined where nothing is against it. */
export function refusalHere(
  { book }: KeptDoor,
  adult_id: number,
  attendee_id: number,
): HandoverRefusal | undefined {
  const rules = book.adults.find(({ id }) => id === adult_id)?.rules ?? []
  const rule = rules.find((one) => one.attendee_id === attendee_id)?.rule
  if (rule === 'barred') {
    return 'barred'
  }
  return rule === 'always' || rule === 'today' ? undefined : 'not_listed'
}

/** The code of a family that arrives: the one that it has today, or one of the device's own. */
export function codeFor(
  { book, board }: KeptDoor,
  children: readonly { attendee_id: number }[],
): string | undefined {
  const ids = new Set(children.map(({ attendee_id }) => attendee_id))
  const before = board.stays.find(({ attendee_id, day }) => ids.has(attendee_id) && day === book.day)
  return before?.code ?? book.codes[0]
}

function childrenOf({ families }: DoorBook): DoorChild[] {
  return families.flatMap(({ children }) => children)
}

function nameOfAdult({ adults }: DoorBook, id: number): string {
  const adult = adults.find((one) => one.id === id)
  return adult ? nameOf(adult) : ''
}
