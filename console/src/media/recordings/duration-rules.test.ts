import { expect, test } from 'vitest'
import { declaresMp3Length, id3Length, isCutOff } from './duration-rules.ts'
import { declaredWavSeconds } from './wav-length.ts'

test.each([
  [3600, 3599, false],
  [3600, 3597.9, true],
  [60, 59.5, false],
  [60, 58.7, true],
  [10, 9.6, false],
  [10, 9.4, true],
  [10, 12, false],
  [null, 5, false],
  [Number.POSITIVE_INFINITY, 5, false],
])('of %s declared seconds %s are there: cut off is %s', (declared, written, expected) => {
  expect(isCutOff(declared, written)).toBe(expected)
})

test('an MP3 declares its length only in a Xing or Info frame', () => {
  const head = (text: string) => new TextEncoder().encode(`\u0000\u0000${text}\u0000`)
  expect(declaresMp3Length(head('Xing'))).toBe(true)
  expect(declaresMp3Length(head('Info'))).toBe(true)
  expect(declaresMp3Length(head('LAME'))).toBe(false)
})

test('an ID3 tag has the length of its header, its content and its footer', () => {
  expect(id3Length(Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 1))).toBe(10 + 257)
  expect(id3Length(Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0x10, 0, 0, 0, 5))).toBe(10 + 10 + 5)
  expect(id3Length(Uint8Array.of(0xff, 0xfb, 0x90, 0))).toBe(0)
})

function wav(dataSize: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(44))
  view.setUint32(0, 0x52494646)
  view.setUint32(8, 0x57415645)
  view.setUint32(12, 0x666d7420)
  view.setUint32(16, 16, true)
  view.setUint32(28, 88_200, true)
  view.setUint32(36, 0x64617461)
  view.setUint32(40, dataSize, true)
  return new Uint8Array(view.buffer)
}

test('a WAV file declares its length, unless it was streamed', () => {
  expect(declaredWavSeconds(wav(882_000))).toBe(10)
  expect(declaredWavSeconds(wav(0xffffffff))).toBeNull()
  expect(declaredWavSeconds(wav(0))).toBeNull()
  expect(declaredWavSeconds(new Uint8Array(20))).toBeNull()
})
