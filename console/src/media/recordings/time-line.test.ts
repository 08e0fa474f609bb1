import { expect, test } from 'vitest'
import { TimeLine } from './time-line.ts'

/** Places one packet a second of both tracks, beginning at `start`, with the second track a tenth of a second later. */
function placePiece(time: TimeLine, start: number, seconds: number) {
  const placed: number[][] = []
  for (let second = 0; second < seconds; second += 1) {
    placed.push([
      time.place(0, start + second, 1).timestamp,
      time.place(1, start + second + 0.1, 1).timestamp,
    ])
  }
  return placed
}

test('what begins late begins at zero', () => {
  const time = new TimeLine(2, 3600, false)
  expect(placePiece(time, 3600, 2).flat()).toEqual([0, expect.closeTo(0.1), 1, expect.closeTo(1.1)])
})

test('frames of one group keep their order of decoding', () => {
  const time = new TimeLine(1, 0, true)
  const placed = [0, 0.12, 0.04, 0.08].map((timestamp) => time.place(0, timestamp, 0.04).timestamp)
  expect(placed).toEqual([0, 0.12, 0.04, 0.08])
})

test.each([
  ['forward', 500],
  ['back', -100],
])('a leap %s is closed, and both tracks move by the same', (_, leap) => {
  const time = new TimeLine(2, 0, true)
  placePiece(time, 0, 20)
  const after = placePiece(time, 20 + leap, 2)
  expect(after[0]?.[0]).toBeCloseTo(20.2)
  expect(after[0]?.[1]).toBeCloseTo(20.3)
  expect(after[1]?.[0]).toBeCloseTo(21.2)
  time.checkTogether()
})

test('a packet that says of no length lasts as long as the one before it', () => {
  const time = new TimeLine(1, 0, false)
  time.place(0, 0, 0.06)
  expect(time.place(0, 0.06, 0)).toEqual({ timestamp: 0.06, duration: 0.06 })
  expect(time.endOf(0)).toBeCloseTo(0.12)
})

test('a packet that seems to last until after the jump lasts as long as the one before it', () => {
  const time = new TimeLine(1, 0, true)
  time.place(0, 0, 1)
  expect(time.place(0, 1, 480)).toEqual({ timestamp: 1, duration: 1 })
})

test('a long pause is a pause where the clock never leaps forward', () => {
  const time = new TimeLine(1, 0, false)
  time.place(0, 0, 1)
  expect(time.place(0, 90, 1).timestamp).toBe(90)
})

test('up to two seconds back and ten seconds of pause are no leap', () => {
  const time = new TimeLine(1, 0, true)
  const placed = [0, 11, 9, 22].map((timestamp) => time.place(0, timestamp, 1).timestamp)
  expect(placed).toEqual([0, 11, 9, 22])
  expect(time.endOf(0)).toBe(23)
})

test('a leap that only one track makes is refused', () => {
  const time = new TimeLine(2, 0, true)
  placePiece(time, 0, 20)
  time.place(0, 500, 1)
  expect(() => time.checkTogether()).toThrow(expect.objectContaining({ code: 'time_jumps' }))
})

test('tracks that leap by different times are refused', () => {
  const time = new TimeLine(2, 0, true)
  placePiece(time, 0, 20)
  time.place(0, 500, 1)
  expect(() => time.place(1, 700, 1)).toThrow(expect.objectContaining({ code: 'time_jumps' }))
})

test('a clock that leaps more than five times is refused', () => {
  const time = new TimeLine(1, 0, true)
  const leaps = (count: number) => {
    for (let leap = 0; leap <= count; leap += 1) {
      time.place(0, leap * 1000, 1)
    }
  }
  expect(() => leaps(5)).not.toThrow()
  expect(() => time.place(0, 9000, 1)).toThrow(expect.objectContaining({ code: 'time_jumps' }))
})
