import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { personKey } from '@vestry/contract/text/person-keys.ts'
import { describe, expect, test } from 'vitest'
import { type ImportRow, planRows, readRow } from './plan-rows.ts'

const TODAY = '2026-05-04'

function child(id: number, first_name: string, last_name: string, more: Partial<Attendee> = {}) {
  return {
    id,
    first_name,
    last_name,
    birthdate: null,
    parent_contact: '',
    allergies: '',
    needs: '',
    notes: '',
    is_member: 0,
    version: 3,
    first_key: personKey(first_name),
    last_key: personKey(last_name),
    ...more,
  }
}
const PRESENT = [
  child(1, 'Noah', 'García', { birthdate: '2018-05-03', notes: 'Sings', parent_contact: '600 111 222' }),
  child(2, 'Ana', 'López'),
  child(3, 'Ana', 'Lopez', { birthdate: '2019-01-01' }),
]
const plan = (...rows: ImportRow[]) =>
  planRows(
    rows.map((row) => readRow(row, TODAY)),
    PRESENT,
  )
const NOAH = { first_name: 'NOAH', last_name: 'Garcia', birthdate: '2018-05-03' }
const kinds = (...rows: ImportRow[]) => plan(...rows).map(({ kind }) => kind)

describe('several rows about one child', () => {
  const source_id = { source: 'Person ID', id: '7' }

  test('that say the same are that child once, as in a list of rosters', () => {
    const row = { id: 1, first_name: 'Noah', last_name: 'García' }
    expect(kinds(row, { ...row, notes: '' }, { ...row, notes: 'Dances' })).toEqual(['same', 'same', 'error'])
    expect(kinds({ ...row, notes: 'Dances' }, { ...row, notes: 'Dances' })).toEqual(['changed', 'same'])
  })

  test('and of one number of another program are never several children', () => {
    const row = { source_id, last_name: 'Ark' }
    const plans = plan(
      { ...row, first_name: 'Shem' },
      { ...row, first_name: 'Ham' },
      { ...row, first_name: 'Shem' },
    )
    expect(plans.map(({ kind }) => kind)).toEqual(['new', 'error', 'error'])
    expect(plans[1]?.errors).toEqual([{ field: 'first_name', reason: 'twice' }])
  })
})

describe('without a choice', () => {
  test('a name that nobody has is new, cleaned', () => {
    expect(plan({ first_name: " Ruth <b>O'Neil</b>", last_name: 'X 🙂', notes: 'a/b' })).toEqual([
      {
        kind: 'new',
        content: { first_name: 'Ruth OʼNeil', last_name: 'X', notes: 'a b' },
        known: [],
        errors: [],
        held: true,
      },
    ])
  })

  test('a name and a birth date say who it is, and blanks change nothing', () => {
    const [same] = plan({ first_name: 'Noah', last_name: 'García', birthdate: '2018-05-03', notes: '  ' })
    expect(same).toMatchObject({ kind: 'same', known: [{ id: 1, version: 3, former: {} }] })
    const [changed] = plan({ ...NOAH, notes: 'Dances', parent_contact: '' })
    expect(changed).toMatchObject({
      kind: 'changed',
      known: [{ former: { first_name: 'Noah', last_name: 'García', notes: 'Sings' } }],
    })
    expect(Object.keys(changed?.known[0]?.former ?? {})).not.toContain('parent_contact')
  })

  test('what a file does not keep, white space at the ends and the kind of line ends, is no change', () => {
    const typed = child(9, 'Eli', 'Shiloh', { allergies: ' Nuts\r\nEggs\r', needs: '\n\nA ramp ' })
    const cells = { id: 9, allergies: 'Nuts\nEggs', needs: 'A ramp' }
    const kind = (row: ImportRow) => planRows([readRow(row, TODAY)], [typed])[0]?.kind
    expect(kind(cells)).toBe('same')
    expect(kind({ ...cells, allergies: 'Nuts Eggs' })).toBe('changed')
  })

  test('the number comes before the name, unless nobody has it', () => {
    expect(plan({ id: 1, first_name: 'Noé' })[0]).toMatchObject({
      kind: 'changed',
      known: [{ id: 1, former: { first_name: 'Noah' } }],
    })
    expect(plan({ id: 99, ...NOAH })[0]?.known[0]?.id).toBe(1)
    expect(plan({ id: 99, first_name: 'Noé' })[0]).toMatchObject({
      kind: 'error',
      errors: [{ field: 'last_name', reason: 'empty' }],
    })
  })

  test('a name with another birth date, or with none, is for the person to decide', () => {
    for (const birthdate of ['2018-05-04', undefined]) {
      const [row] = plan({
        ...NOAH,
        ...{ birthdate: undefined },
        ...(birthdate && { birthdate }),
      } as ImportRow)
      expect(row).toMatchObject({ kind: 'namesake', known: [{ id: 1 }] })
    }
    expect(plan({ first_name: 'Ana', last_name: 'López' })[0]?.known.map(({ id }) => id)).toEqual([2, 3])
    expect(plan({ first_name: 'Ana', last_name: 'López', birthdate: '2019-01-01' })[0]).toMatchObject({
      kind: 'changed',
      known: [{ id: 3 }],
    })
  })

  test('two rows of one name are namesakes, two of one child an error', () => {
    const ruth = { first_name: 'Ruth', last_name: 'Moab' }
    expect(plan(ruth, { ...ruth, birthdate: '2017-01-01' })).toMatchObject([
      { kind: 'new' },
      { kind: 'namesake', known: [], twin: 0 },
    ])
    expect(plan(NOAH, { id: 1, notes: 'x' })).toMatchObject([
      { kind: 'changed' },
      { kind: 'error', errors: [{ reason: 'twice' }] },
    ])
  })

  test.each([
    [
      { first_name: '🙂', last_name: 'X' },
      { field: 'first_name', reason: 'empty' },
    ],
    [
      { first_name: 'A'.repeat(121), last_name: 'X' },
      { field: 'first_name', reason: 'too_long' },
    ],
    [
      { first_name: 'A', last_name: 'X', allergies: 'n'.repeat(501) },
      { field: 'allergies', reason: 'too_long' },
    ],
    [
      { first_name: 'A', last_name: 'X', birthdate: '2026-05-05' },
      { field: 'birthdate', reason: 'later' },
    ],
    [
      { first_name: 'A', last_name: 'X', birthdate: '1899-12-31' },
      { field: 'birthdate', reason: 'earlier' },
    ],
    [{ first_name: 'A' }, { field: 'last_name', reason: 'empty' }],
  ])('%j is an error that names its cell', (row, error) => {
    expect(plan(row)).toMatchObject([{ kind: 'error', errors: [error] }])
  })
})

describe('with a choice', () => {
  const ana = { first_name: 'Ana', last_name: 'López' }

  test('it decides while it holds', () => {
    expect(plan({ ...ana, notes: 'x', choice: { attendee_id: 2, version: 3 } })).toMatchObject([
      { kind: 'changed', held: true, known: [{ id: 2, former: { notes: '' } }] },
    ])
    expect(plan({ ...ana, choice: { beside: [2, 3] } })).toMatchObject([{ kind: 'new', held: true }])
    expect(kinds({ ...ana, choice: { beside: [2, 3] } }, { ...ana, choice: { beside: [2, 3] } })).toEqual([
      'new',
      'new',
    ])
  })

  test('it does not when somebody was changed, was added or is gone', () => {
    expect(plan({ ...ana, choice: { attendee_id: 2, version: 2 } })).toMatchObject([
      { kind: 'namesake', held: false },
    ])
    expect(plan({ ...ana, choice: { beside: [2] } })).toMatchObject([{ kind: 'namesake', held: false }])
    expect(
      plan({ first_name: 'Eve', last_name: 'Eden', choice: { attendee_id: 9, version: 1 } }),
    ).toMatchObject([{ kind: 'new', held: false }])
    expect(plan({ ...NOAH, choice: { beside: [] } })).toMatchObject([{ kind: 'changed', held: false }])
  })

  test('nobody is changed by two rows', () => {
    const choice = { attendee_id: 2, version: 3 }
    expect(plan({ ...ana, notes: 'a', choice }, { ...ana, notes: 'b', choice })).toMatchObject([
      { kind: 'changed', held: true },
      { kind: 'error', held: false },
    ])
  })
})

describe('of many children of one name', () => {
  const named = (count: number, onRead = () => {}) =>
    Array.from({ length: count }, (_, place) =>
      Object.defineProperty(child(place + 1, 'Ana', 'Many'), 'birthdate', {
        enumerable: true,
        get: () => {
          onRead()
          return `2018-05-${String((place % 20) + 1).padStart(2, '0')}`
        },
      }),
    )
  const rowsOf = (count: number, more: Partial<ImportRow> = {}) =>
    Array.from({ length: count }, () => readRow({ first_name: 'Ana', last_name: 'Many', ...more }, TODAY))

  test('a row can mean twenty, and says that it can mean more', () => {
    expect(planRows(rowsOf(1), named(20))).toMatchObject([{ kind: 'namesake', known: { length: 20 } }])
    expect(planRows(rowsOf(1), named(21))).toMatchObject([
      { kind: 'error', known: [], errors: [{ field: 'first_name', reason: 'too_many_namesakes' }] },
    ])
    const [born] = planRows(rowsOf(1, { birthdate: '2018-05-03' }), named(19))
    expect(born).toMatchObject({ kind: 'same', known: [{ id: 3 }] })
  })

  test.each([{}, { birthdate: '2018-05-03' }, { choice: { beside: [1] } }])(
    'rows are planned in steps that grow with them (%j)',
    (more) => {
      const stepsFor = (count: number) => {
        let steps = 0
        const present = named(count, () => {
          steps += 1
        })
        planRows(rowsOf(count, more), present)
        return steps
      }
      expect(stepsFor(400)).toBeLessThanOrEqual(2 * stepsFor(200))
    },
  )
})
