import type { RollChild } from '@vestry/contract/calls/attendance.ts'
import { describe, expect, it } from 'vitest'
import { countNamed, searchRoll } from './roll-search.ts'

const child = (
  attendee_id: number,
  first_name: string,
  last_name: string,
  parent_contact = '',
): RollChild => ({
  ...{ attendee_id, first_name, last_name, parent_contact, birthdate: '', is_member: 0, on_roster: true },
  ...{ notes: '', allergies: '', needs: '' },
  mark: { state: 'not_recorded', comment: '', version: 0 },
})
const ROLL = [
  child(1, 'Ada', 'Abbot', 'felix@example.org'),
  child(2, 'Félix', 'O’Flores', '+34 600 123 456'),
  child(3, 'Łucja', 'Ibarra-Abbot'),
]
const find = (text: string) => searchRoll(ROLL, text).map(({ attendee_id }) => attendee_id)

describe('the search of a roll', () => {
  it('shows everybody until something is typed', () => {
    expect(find('')).toEqual([1, 2, 3])
    expect(find('  ')).toEqual([1, 2, 3])
  })
  it('finds each word anywhere in a name, whatever its case, accents and signs', () => {
    expect(find('AB')).toEqual([1, 3])
    expect(find('abbot lu')).toEqual([3])
    expect(find('oflor fel')).toEqual([2])
    expect(find('ibarra abbot')).toEqual([3])
    expect(find('zzz')).toEqual([])
    expect(find('!!!')).toEqual([])
  })
  it('finds by the contact, and counts by the name alone', () => {
    expect(find('600 123')).toEqual([2])
    expect(find('felix')).toEqual([1, 2])
    expect(countNamed(ROLL, 'felix')).toBe(1)
    expect(countNamed(ROLL, '')).toBe(0)
  })
  it('reads the name of a child once, however much is typed', () => {
    let reads = 0
    const counted = Object.defineProperty(child(4, '', 'Ibarra'), 'first_name', {
      get: () => {
        reads += 1
        return 'Ada'
      },
      enumerable: true,
    })
    searchRoll([counted], 'a')
    const once = reads
    expect(searchRoll([counted], 'ada')).toEqual([counted])
    expect([countNamed([counted], 'ad'), once > 0]).toEqual([1, true])
    expect(reads).toBe(once)
  })
})
