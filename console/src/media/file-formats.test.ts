import { expect, test } from 'vitest'
import { formatOfFile } from './file-formats.ts'

const formatOf = (text: string) =>
  formatOfFile(new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]))

test.each([
  ['FORM\0\0\0\x10AIFFCOMM', 'sound_file', 'AIFF'],
  ['FORM\0\0\0\x10AIFCCOMM', 'sound_file', 'AIFF'],
  ['caff\0\x01', 'sound_file', 'CAF'],
  ['#!AMR-WB\n', 'sound_file', 'AMR'],
  ['MAC \x96\x0f', 'sound_file', 'Monkey’s Audio'],
  ['wvpk\0', 'sound_file', 'WavPack'],
  ['\x02dss', 'sound_file', 'DSS'],
  ['\x03ds2', 'sound_file', 'DSS'],
  ['\x0bw\0', 'sound_file', 'AC-3'],
  ['MThd\0', 'sound_file', 'MIDI'],
  ['RIFF\0\0\0\x10AVI LIST', 'film', 'AVI'],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'film', 'Windows Media'],
  ['.RMF\0', 'film', 'RealMedia'],
  ['FLV\x01\x05', 'film', 'Flash Video'],
  ['\0\0\x01\xba\x44', 'film', 'MPEG-2'],
])('a file that begins with %j is a %s, %s', async (text, part, name) => {
  expect(await formatOf(text)).toEqual({ part, name })
})

/** A WAV file with the sound of this number, after a chunk of odd size. */
const wav = (low: number, high: number) =>
  `RIFF\0\0\0\0WAVELIST\x03\0\0\0abc\0fmt \x10\0\0\0${String.fromCharCode(low, high)}\x02\0`

test.each([
  [2, 0, 'ADPCM'],
  [17, 0, 'ADPCM'],
  [32, 0, 'ADPCM'],
  [49, 0, 'GSM 6.10'],
  [80, 0, 'MP2'],
  [0, 32, 'AC-3'],
  [1, 32, 'DTS'],
])('a WAV file of the sound %i and %i is of %3$s', async (low, high, name) => {
  expect(await formatOf(wav(low, high))).toEqual({ part: 'sound', name })
})

test.each([
  ['plain WAV', wav(1, 0)],
  ['WAV that ends before it says of what', 'RIFF\0\0\0\0WAVEfmt '],
  ['a picture of the Amiga', 'FORM\0\0\0\x10ILBMBMHD'],
  ['an MP3', 'ID3\x04\0'],
  ['an empty file', ''],
])('%s has no such name', async (_, text) => {
  expect(await formatOf(text)).toBeUndefined()
})
