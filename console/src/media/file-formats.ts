import type { UnsupportedFormat } from './media-types.ts'

/** The first bytes of files and, where those say too little, what begins at the ninth byte. */
const FILES: readonly [begins: string, goesOn: string, UnsupportedFormat][] = [
  ['FORM', 'AIFF', { part: 'sound_file', name: 'AIFF' }],
  ['FORM', 'AIFC', { part: 'sound_file', name: 'AIFF' }],
  ['caff', '', { part: 'sound_file', name: 'CAF' }],
  ['#!AMR', '', { part: 'sound_file', name: 'AMR' }],
  ['MAC ', '', { part: 'sound_file', name: 'Monkey’s Audio' }],
  ['wvpk', '', { part: 'sound_file', name: 'WavPack' }],
  ['\x02dss', '', { part: 'sound_file', name: 'DSS' }],
  ['\x03ds2', '', { part: 'sound_file', name: 'DSS' }],
  ['\x0bw', '', { part: 'sound_file', name: 'AC-3' }],
  ['MThd', '', { part: 'sound_file', name: 'MIDI' }],
  ['RIFF', 'AVI ', { part: 'film', name: 'AVI' }],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', '', { part: 'film', name: 'Windows Media' }],
  ['.RMF', '', { part: 'film', name: 'RealMedia' }],
  ['FLV\x01', '', { part: 'film', name: 'Flash Video' }],
  ['\0\0\x01\xba', '', { part: 'film', name: 'MPEG-2' }],
]
/** The sounds in WAV files, by the numbers that RIFF gives them. */
const WAV_SOUNDS: Record<number, string> = {
  2: 'ADPCM',
  17: 'ADPCM',
  32: 'ADPCM',
  49: 'GSM 6.10',
  80: 'MP2',
  8192: 'AC-3',
  8193: 'DTS',
}
const HEAD = 65_536

/** The usual name of a kind of file that can't be published; undefined for all others. */
export async function formatOfFile(file: Blob): Promise<UnsupportedFormat | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  const text = String.fromCharCode(...head.subarray(0, 16))
  const found = FILES.find(([begins, goesOn]) => text.startsWith(begins) && text.startsWith(goesOn, 8))
  if (found !== undefined) {
    return found[2]
  }
  const name = text.startsWith('WAVE', 8) ? WAV_SOUNDS[wavSound(head)] : undefined
  return name === undefined ? undefined : { part: 'sound', name }
}

function wavSound(head: Uint8Array): number {
  const view = new DataView(head.buffer)
  for (let at = 12; at + 10 <= view.byteLength; ) {
    if (view.getUint32(at) === 0x666d7420) {
      return view.getUint16(at + 8, true)
    }
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size % 2)
  }
  return 0
}
