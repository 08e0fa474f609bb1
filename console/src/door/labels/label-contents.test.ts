import type { Stay } from '@vestry/contract/calls/door.ts'
import type { Printer } from '@vestry/contract/calls/door-printers.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadMessages, startMessages } from '../../messages/messages.ts'
import { labelContents } from './label-contents.ts'
import { asLabelPlace, shareLabels } from './label-place.ts'

const LEO: Stay = {
  ...{ id: 1, attendee_id: 1, first_name: 'Leo', last_name: 'López', birthdate: '2020-02-03' },
  ...{ allergies: 'Nuts', needs: 'Wheelchair', day: '2026-05-03', class_id: 1, class_title: 'Lambs' },
  ...{
    room: 'Blue room',
    code: 'W4MM',
    number: 12,
    arrived: 1,
    arrived_by: 'Ada',
    brought_by: 'Ana López',
    reason: '',
  },
  ...{ witness: null, gone: null, accounted: false },
}
const IDA: Stay = { ...LEO, id: 2, attendee_id: 2, first_name: 'Ida', allergies: '' }
const SAM: Stay = { ...IDA, id: 3, attendee_id: 3, first_name: 'Sam', last_name: '', code: 'C7FJ', room: '' }
const KINDS = ['child', 'guardian', 'room'] as const

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { getItem: () => null })
  await startMessages(async () => ['en'])
  await loadMessages('door')
  vi.unstubAllGlobals()
})

test('each child has a label, each family one for whoever collects, and each child one for the room', () => {
  const written = labelContents([LEO, IDA, SAM], { kinds: KINDS, allergies: false })
  expect(written.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
    ...['child W4MM', 'child W4MM', 'guardian W4MM', 'room W4MM', 'room W4MM'],
    ...['child C7FJ', 'guardian C7FJ', 'room C7FJ'],
  ])
})

test('the child’s label has the initial of its last name, and allergies only where they are wanted', () => {
  const [leo] = labelContents([LEO], { kinds: ['child'], allergies: false })
  expect(leo).toEqual({
    ...{ kind: 'child', head: 'Leo\u00a0L.', lines: ['Lambs', 'Blue room'], warning: '', code: 'W4MM' },
  })
  const [wanted] = labelContents([LEO], { kinds: ['child'], allergies: true })
  expect(wanted?.warning).toBe('Allergy: Nuts')
  expect(labelContents([SAM], { kinds: ['child'], allergies: true })[0]).toMatchObject({
    head: 'Sam',
    lines: ['Lambs'],
    warning: '',
  })
})

test('the label of whoever collects says nothing of the children', () => {
  const written = JSON.stringify(labelContents([LEO, IDA], { kinds: ['guardian'], allergies: true }))
  for (const secret of ['Leo', 'Ida', 'López', 'Nuts', 'Lambs', 'Blue room', 'Ana']) {
    expect(written).not.toContain(secret)
  }
})

const printer = (id: number, kinds: Printer['kinds']): Printer => ({
  ...{ id, name: `P${id}`, kind: 'zpl', host: 'p', port: 9100, size: 'zebra_102x51', version: 1, kinds },
  bridge_id: null,
})

test('labels go to the device’s printer, what it does not print to another one, and the rest to the browser', () => {
  const printers = [printer(1, ['child']), printer(2, ['child', 'guardian'])]
  const share = (place: string) =>
    [...shareLabels(KINDS, { place: asLabelPlace(place), printers })].map(([to, some]) => [to?.id, some])
  expect(share('printers')).toEqual([
    [1, ['child']],
    [2, ['guardian']],
    [undefined, ['room']],
  ])
  expect(share('printer/2')).toEqual([
    [2, ['child', 'guardian']],
    [undefined, ['room']],
  ])
  expect(share('printer/99')).toEqual(share('printers'))
  expect(share('a4_of_8')).toEqual([[undefined, [...KINDS]]])
  expect(share('nonsense')).toEqual(share('printers'))
})
