import { PARTS } from '@vestry/contract/rules/church-setting-rules.ts'
import { describe, expect, it } from 'vitest'
import { byDay, entriesOf, targetOf } from './calendar-entries.ts'

const calendar = {
  classes: [
    {
      id: 7,
      series_id: 1,
      title: 'Youth',
      session_datetime: '2026-11-22T10:30:00',
      room: 'Hall',
      cancelled: true,
    },
    {
      id: 8,
      series_id: 1,
      title: 'Lambs',
      session_datetime: '2026-11-22T10:30:00',
      room: '',
      cancelled: false,
    },
  ],
  sermons: [{ uuid: 'aa', localizedname: 'Lamps', event_datetime: '2026-11-22T09:00:00' }],
}

describe('the entries of the calendar', () => {
  it('are in one order, by time and then by title', () => {
    expect(entriesOf(calendar, PARTS).map(({ title }) => title)).toEqual(['Lamps', 'Lambs', 'Youth'])
    expect(byDay(entriesOf(calendar, PARTS)).get('2026-11-22')).toHaveLength(3)
  })

  it('are on the day and at the time of the church’s clock, also where summer time leaves that hour out', () => {
    const [early] = calendar.classes
    const classes = early ? [{ ...early, session_datetime: '2032-03-28T02:30:00' }] : []
    const entries = byDay(entriesOf({ classes, sermons: [] }, PARTS))
    expect([...entries.keys()]).toEqual(['2032-03-28'])
    expect(entries.get('2032-03-28')).toMatchObject([{ time: '2032-03-28T02:30:00' }])
  })

  it('lead to the attendance of today and later, to that of the past, and to the sermon', () => {
    const [sermon, lambs] = entriesOf(calendar, PARTS)
    const all = { arranges: true, mayEdit: true }
    expect(sermon && targetOf(sermon, { today: '2026-11-22', ...all }).to).toBe('/preaching/edit/aa')
    expect(lambs && targetOf(lambs, { today: '2026-11-22', ...all })).toEqual({
      to: '/sunday-school/classes/attendance?class=8',
      state: {
        class_id: 8,
        title: 'Lambs',
        session_datetime: '2026-11-22T10:30:00',
        session_type: 'upcoming',
      },
    })
    expect(lambs && targetOf(lambs, { today: '2026-11-23', ...all })).toMatchObject({
      to: '/sunday-school/classes/history/attendance?class=8',
      state: { session_type: 'history' },
    })
  })

  it('lead whoever may not edit sermons to the sermon itself', () => {
    const [sermon] = entriesOf(calendar, PARTS)
    const teaches = { today: '2026-11-22', arranges: false, mayEdit: false }
    expect(sermon && targetOf(sermon, teaches).to).toBe('/preaching/view/aa')
  })

  it('are of the parts that are on', () => {
    expect(entriesOf(calendar, ['preaching']).map(({ title }) => title)).toEqual(['Lamps'])
    expect(entriesOf(calendar, ['sundaySchool']).map(({ title }) => title)).toEqual(['Lambs', 'Youth'])
  })
})
