import { beforeEach, expect, test } from 'vitest'
import { createHttp } from './create-http.ts'
import { sampleLogLines } from './sample-log-lines.ts'

let now: number
let told: [string, number][]
let sample: ReturnType<typeof sampleLogLines>

beforeEach(() => {
  now = 0
  told = []
  sample = sampleLogLines(
    () => now,
    (...one) => told.push(one),
  )
})

const written = (network: string, times: number, refused: boolean) =>
  Array.from({ length: times }, () => sample.isWritten(network, refused)).filter(Boolean).length

test('a flood of refusals leaves few lines, hides nobody else, and its count is logged', () => {
  expect(written('192.0.2.0/24', 100_000, true)).toBe(300)
  expect(written('192.0.2.0/24', 50, false)).toBe(50)
  expect(written('198.51.100.0/24', 50, true)).toBe(50)
  expect(told).toEqual([])
  now = 60_000
  expect(written('192.0.2.0/24', 1, true)).toBe(1)
  expect(told).toEqual([['192.0.2.0/24', 99_700]])
})

test('a flood of what is answered well is bounded too, and so is one from everywhere', () => {
  expect(written('192.0.2.0/24', 100_000, false)).toBe(6000)
  const everywhere = Array.from({ length: 50_000 }, (_, count) => written(`net ${count}`, 1, true))
  expect(everywhere.filter((lines) => lines === 1)).toHaveLength(999 + 300)
})

test('the log of a server that is closed says what it left out', async () => {
  const lines: string[] = []
  const http = createHttp({ log: { write: (line) => lines.push(line) }, tls: undefined })
  for (let asked = 0; asked < 310; asked += 1) {
    await http.inject({ url: '/nothing', remoteAddress: '192.0.2.7' })
  }
  await http.close()
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(read.filter(({ msg }) => msg === 'answered')).toHaveLength(300)
  expect(read.at(-1)).toMatchObject({ network: '192.0.2.0/24', leftOut: 10 })
})
