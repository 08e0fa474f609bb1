import { readCueText, readSrtText } from './cue-text.ts'
import { decodeText } from './decode-text.ts'

export const MAX_TRANSCRIPT_BYTES = 4 * 1024 * 1024
const MAX_CUES = 20_000
const MAX_CUE_TEXT = 2000

/** Times in milliseconds. The text has no markup, and no empty line. */
export type Cue = { from: number; to: number; speaker?: string; text: string }

/** Plain text has no times, only paragraphs. */
export type Transcript = { kind: 'timed'; cues: Cue[] } | { kind: 'plain'; paragraphs: string[] }

export type TranscriptReason =
  | 'not_text'
  | 'too_large'
  | 'long_cue'
  | 'empty'
  /** A line that should say from when to when, and does not. */
  | 'bad_time'
  /** Ends before it begins, or begins before the one in front of it. */
  | 'backwards'
  /** Text with no time above it. */
  | 'no_time'
/** Why a transcript is refused, and at which line, from 1. */
export type TranscriptProblem = { reason: TranscriptReason; line?: number }

class Refused extends Error {
  readonly problem: TranscriptProblem
  constructor(reason: TranscriptReason, line?: number) {
    super(reason)
    this.problem = line === undefined ? { reason } : { reason, line }
  }
}

/** Reads WebVTT, SubRip (SRT) or plain text, whichever it is by its content. */
export function readTranscript(
  bytes: Uint8Array,
): { transcript: Transcript } | { problem: TranscriptProblem } {
  try {
    return { transcript: read(bytes) }
  } catch (error) {
    if (error instanceof Refused) {
      return { problem: error.problem }
    }
    throw error
  }
}

function read(bytes: Uint8Array): Transcript {
  if (bytes.length > MAX_TRANSCRIPT_BYTES) {
    throw new Refused('too_large')
  }
  const text = decodeText(bytes)
  if (text === undefined) {
    throw new Refused('not_text')
  }
  const lines = text.split('\n').map((line) => line.trim())
  const isVtt = /^WEBVTT(?:\s|$)/.test(lines[0] ?? '')
  if (!isVtt && !looksLikeSrt(lines)) {
    const paragraphs = blocksOf(lines, 0).map((block) => block.lines.join('\n'))
    return paragraphs.length === 0 ? refuse('empty') : { kind: 'plain', paragraphs }
  }
  const cues = isVtt
    ? readCues(blocksOf(lines, afterHeader(lines)), true)
    : readCues(blocksOf(lines, 0), false)
  return cues.length === 0 ? refuse('empty') : { kind: 'timed', cues }
}

function refuse(reason: TranscriptReason): never {
  throw new Refused(reason)
}

const ARROW = '-->'
/** A number and a time are the first two lines of SRT; some programs leave out the number. */
function looksLikeSrt(lines: string[]): boolean {
  const [first, second] = lines.filter((line) => line !== '')
  return [first, second].some((line) => line?.includes(ARROW) && /\d/.test(line))
}

function afterHeader(lines: string[]): number {
  const blank = lines.indexOf('')
  const timed = lines.findIndex((line) => line.includes(ARROW))
  const end = blank < 0 ? lines.length : blank
  return timed >= 0 && timed < end ? timed : end
}

/** The lines between two empty ones. `line` is the number of the first. */
type Block = { line: number; lines: string[] }

function blocksOf(lines: string[], start: number): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [at, line] of lines.entries()) {
    if (at < start || line === '') {
      open = undefined
    } else if (open === undefined) {
      open = { line: at + 1, lines: [line] }
      blocks.push(open)
    } else {
      open.lines.push(line)
    }
  }
  return blocks
}

type RawCue = { from: number; to: number; line: number; lines: string[] }

function readCues(blocks: Block[], isVtt: boolean): Cue[] {
  const raw: RawCue[] = []
  for (const block of blocks) {
    if (!(isVtt && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(block.lines[0] ?? '') && !isTimed(block))) {
      readBlock(block, raw)
    }
  }
  const cues: Cue[] = []
  for (const { from, to, line, lines } of raw) {
    checkOrder(cues.at(-1), from, to, line)
    const { speaker, text } = isVtt ? readCueText(lines) : readSrtText(lines)
    if (text.length > MAX_CUE_TEXT) {
      throw new Refused('long_cue', line)
    }
    if (cues.length === MAX_CUES) {
      throw new Refused('too_large')
    }
    if (text !== '') {
      add(cues, { from, to, ...(speaker === undefined ? {} : { speaker }), text })
    }
  }
  return cues
}

/** A cue ends where the next one begins, at the latest: captions made by machines overlap. */
function add(cues: Cue[], cue: Cue): void {
  const before = cues.at(-1)
  if (before?.from === cue.from) {
    const name = cue.speaker === undefined || cue.speaker === before.speaker ? '' : `${cue.speaker}: `
    before.to = Math.max(before.to, cue.to)
    before.text += `\n${name}${cue.text}`
    return
  }
  if (before) {
    before.to = Math.min(before.to, cue.from)
  }
  cues.push(cue)
}

function isTimed(block: Block): boolean {
  return block.lines.slice(0, 2).some((line) => line.includes(ARROW))
}

/** A block is a cue, or continues the text of the one before it: some programs leave empty lines in a cue. */
function readBlock({ line, lines }: Block, cues: RawCue[]): void {
  const timed = lines.findIndex((one) => one.includes(ARROW))
  const before = cues.at(-1)
  if (timed < 0) {
    if (before === undefined) {
      throw new Refused('no_time', line)
    }
    for (const one of lines) {
      before.lines.push(one)
    }
    return
  }
  const another = lines.findIndex((one, at) => at > timed && one.includes(ARROW))
  if (timed > 1 || another >= 0) {
    throw new Refused('bad_time', line + (timed > 1 ? timed : another))
  }
  cues.push({
    ...readTimes(lines[timed] ?? '', line + timed),
    line: line + timed,
    lines: lines.slice(timed + 1),
  })
}

const TIMES =
  /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})(?:\s|$)/

function readTimes(text: string, line: number): { from: number; to: number } {
  const found = TIMES.exec(text)
  if (found === null) {
    throw new Refused('bad_time', line)
  }
  const [from, to] = [found.slice(1, 5), found.slice(5, 9)].map(
    ([hours = '0', minutes, seconds, fraction = '']) => {
      if (Number(minutes) > 59 || Number(seconds) > 59) {
        throw new Refused('bad_time', line)
      }
      const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
      return whole * 1000 + Number(fraction.padEnd(3, '0'))
    },
  )
  return { from: from ?? 0, to: to ?? 0 }
}

function checkOrder(before: Cue | undefined, from: number, to: number, line: number): void {
  if (to <= from || (before !== undefined && from < before.from)) {
    throw new Refused('backwards', line)
  }
}
