import { ROLL_STATES } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import fc from 'fast-check'
import type { Fate, Reach } from './faulty-line.ts'
import type { OfficeMove } from './roll-office.ts'

export const CHILDREN = 3

const phone = fc.constantFrom(0, 1)
const child = fc.nat(CHILDREN - 1)
const undo = fc.boolean()
const state = fc.constantFrom('present', 'absent', ...ROLL_STATES)

const gesture = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('mark' as const), phone, child, state }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constantFrom('undo' as const, 'all present' as const), phone }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('guest' as const), phone }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('comment' as const), phone, child }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('absence' as const), phone, child }) },
)
const line = fc.oneof(
  fc.record({
    act: fc.constant('line' as const),
    phone,
    reach: fc.constantFrom<Reach>('up', 'up', 'down', 'captive'),
  }),
  fc.record({
    act: fc.constant('fate' as const),
    phone,
    fate: fc.constantFrom<Fate>('cut before', 'cut after', 'twice', 'late'),
  }),
)
const life = fc.oneof(
  fc.record({ act: fc.constantFrom('kill' as const, 'open' as const, 'close' as const), phone }),
  fc.record({ act: fc.constantFrom('die' as const, 'write down' as const), phone }),
  fc.record({
    act: fc.constant('sign out' as const),
    phone,
    unsent: fc.constantFrom('keep' as const, 'discard' as const, 'stay' as const),
  }),
  fc.record({ act: fc.constant('session ends' as const), phone }),
  fc.record({ act: fc.constant('clock' as const), phone, days: fc.constantFrom(-1, 0, 1) }),
  fc.constant({ act: 'an hour passes' as const }),
)
const office: fc.Arbitrary<OfficeMove> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('office marks' as const), child, state }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('cancel', 'move', 'delete class'), undo }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('delete child', 'merge'), child, undo }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('erase' as const), child }) },
) as fc.Arbitrary<OfficeMove>
const pause = fc.record({
  act: fc.constant('wait' as const),
  ms: fc.oneof(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 800, max: 7000 })),
})

const signIn = fc.record({ act: fc.constant('sign in' as const), phone, person: fc.constantFrom(0, 1) })

const move = fc.oneof(
  { weight: 8, arbitrary: gesture },
  { weight: 4, arbitrary: line },
  { weight: 3, arbitrary: life },
  { weight: 2, arbitrary: signIn },
  { weight: 2, arbitrary: office },
  { weight: 5, arbitrary: pause },
)
export type Move = typeof move extends fc.Arbitrary<infer One> ? One : never

/** One that fails is shrunk for some minutes at most. */
const SHRINKS = 100

/** What happens on a morning. */
export const mornings = fc.limitShrink(fc.array(move, { minLength: 8, maxLength: 30, size: 'max' }), SHRINKS)

/** Mornings that are spent each time: what is left of a closed roll is sent by another page, and cut; a browser dies. */
export const KNOWN_MORNINGS: [Move[]][] = [
  [
    [
      { act: 'line', phone: 0, reach: 'down' },
      { act: 'mark', phone: 0, child: 0, state: 'present' },
      { act: 'mark', phone: 0, child: 1, state: 'absent' },
      { act: 'die', phone: 0 },
    ],
  ],
  [
    [
      { act: 'line', phone: 0, reach: 'down' },
      { act: 'mark', phone: 0, child: 0, state: 'present' },
      { act: 'mark', phone: 0, child: 1, state: 'absent' },
      { act: 'write down', phone: 0 },
      { act: 'undo', phone: 0 },
      { act: 'die', phone: 0 },
    ],
  ],
  [
    [
      { act: 'line', phone: 0, reach: 'down' },
      { act: 'mark', phone: 0, child: 0, state: 'present' },
      { act: 'wait', ms: 700 },
      { act: 'close', phone: 0 },
      { act: 'fate', phone: 0, fate: 'cut before' },
      { act: 'line', phone: 0, reach: 'up' },
      { act: 'wait', ms: 6000 },
    ],
  ],
  [
    [
      { act: 'fate', phone: 0, fate: 'cut after' },
      { act: 'mark', phone: 0, child: 0, state: 'present' },
      { act: 'wait', ms: 700 },
      { act: 'close', phone: 0 },
      { act: 'office marks', child: 0, state: 'absent' },
      { act: 'wait', ms: 6000 },
    ],
  ],
  [
    [
      { act: 'line', phone: 0, reach: 'down' },
      { act: 'guest', phone: 0 },
      { act: 'fate', phone: 0, fate: 'cut after' },
      { act: 'line', phone: 0, reach: 'up' },
      { act: 'kill', phone: 0 },
      { act: 'sign out', phone: 0, unsent: 'keep' },
      { act: 'sign in', phone: 0, person: 1 },
    ],
  ],
  [
    [
      { act: 'line', phone: 0, reach: 'down' },
      { act: 'comment', phone: 0, child: 0 },
      { act: 'comment', phone: 0, child: 0 },
      { act: 'close', phone: 0 },
      { act: 'fate', phone: 0, fate: 'cut after' },
      { act: 'line', phone: 0, reach: 'up' },
      { act: 'wait', ms: 6000 },
    ],
  ],
  [
    [
      { act: 'line', phone: 0, reach: 'down' },
      { act: 'absence', phone: 0, child: 1 },
      { act: 'close', phone: 0 },
      { act: 'fate', phone: 0, fate: 'cut before' },
      { act: 'line', phone: 0, reach: 'up' },
      { act: 'wait', ms: 6000 },
    ],
  ],
  [
    [
      { act: 'line', phone: 0, reach: 'down' },
      { act: 'comment', phone: 0, child: 0 },
      { act: 'absence', phone: 0, child: 0 },
      { act: 'comment', phone: 0, child: 1 },
      { act: 'office marks', child: 1, state: 'absent' },
      { act: 'erase', child: 0 },
      { act: 'line', phone: 0, reach: 'up' },
      { act: 'wait', ms: 6000 },
    ],
  ],
  [
    [
      { act: 'mark', phone: 0, child: 2, state: 'present' },
      { act: 'close', phone: 0 },
      { act: 'merge', child: 2, undo: false },
    ],
  ],
  [
    [
      { act: 'all present', phone: 1 },
      { act: 'merge', child: 1, undo: false },
      { act: 'wait', ms: 700 },
      { act: 'mark', phone: 1, child: 1, state: 'absent' },
    ],
  ],
  [
    [
      { act: 'mark', phone: 0, child: 1, state: 'present' },
      { act: 'line', phone: 0, reach: 'down' },
      { act: 'office marks', child: 1, state: 'absent' },
      { act: 'wait', ms: 800 },
      { act: 'mark', phone: 0, child: 1, state: 'not_recorded' },
      { act: 'undo', phone: 0 },
    ],
  ],
]
