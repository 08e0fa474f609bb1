import fc from 'fast-check'
import type { Line } from './network.ts'

const simple = <M extends string>(...moves: M[]) => fc.constantFrom(...moves.map((move) => ({ move })))
const wait = (min: number, max: number) =>
  fc.record({ move: fc.constant('wait' as const), ms: fc.integer({ min, max }) })
const save = fc.record({ move: fc.constant('save' as const), twice: fc.boolean() })
const answer = fc.record({ move: fc.constant('answer' as const), yes: fc.boolean() })
const open = fc.record({ move: fc.constant('open' as const), which: fc.constantFrom('new', 'edit') })
const line = fc.record({
  move: fc.constant('line' as const),
  line: fc.constantFrom<Line>('up', 'down', 'answers lost', 'refused', 'full'),
})
const lineUp = fc.constant({ move: 'line' as const, line: 'up' as const })
const signIn = fc.record({
  move: fc.constant('sign in' as const),
  as: fc.constantFrom('ada', 'ada', 'ada', 'ben'),
})
const gesture = fc.oneof(
  simple('type', 'recording', 'recording', 'poster', 'attach', 'default poster', 'sound'),
  fc.record({ move: fc.constant('detach' as const), at: fc.nat(2) }),
  fc.record({ move: fc.constant('clear' as const), field: fc.constantFrom('path', 'poster_path') }),
)
const step = fc.oneof(
  save,
  answer,
  open,
  simple('aside', 'call off', 'open card', 'reset', 'leave', 'back', 'put back'),
)
const happening = fc.oneof(
  line,
  lineUp,
  signIn,
  simple('somebody else', 'session ends', 'log out', 'close tab'),
)
type Of<A> = A extends fc.Arbitrary<infer One> ? One : never
export type Move = Of<typeof gesture> | Of<typeof step> | Of<typeof happening> | { move: 'wait'; ms: number }
const all = (...parts: fc.Arbitrary<Move>[]) => fc.tuple(...parts)
/** Moves that follow one another more often than by chance. */
const scene = fc.oneof(
  all(save, wait(0, 400), simple('aside'), wait(0, 2000)),
  all(save, wait(0, 700), line, wait(0, 3000), answer, lineUp, save, wait(500, 2000)),
  all(save, wait(0, 400), simple('aside'), line, wait(500, 3000), lineUp, simple('open card'), save),
  all(save, wait(0, 500), simple('session ends', 'log out', 'back'), answer, wait(0, 500), signIn),
  all(simple('somebody else'), save, wait(500, 2000), answer, wait(200, 500), gesture, simple('put back')),
  all(simple('leave', 'back'), answer, open, simple('put back')),
)
/** What a person does in the form of a sermon, and what happens meanwhile. */
export const moves = fc
  .array(
    fc.oneof(
      { arbitrary: all(gesture), weight: 5 },
      { arbitrary: all(step), weight: 3 },
      { arbitrary: all(wait(0, 3000)), weight: 2 },
      { arbitrary: all(happening), weight: 2 },
      { arbitrary: scene, weight: 4 },
    ),
    { minLength: 4, maxLength: 16 },
  )
  .map((scenes) => scenes.flat())
