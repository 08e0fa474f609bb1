import { writeCueText } from './cue-text.ts'
import type { Cue } from './read-transcript.ts'

/** A timed transcript as WebVTT, which browsers, Apple and Podcasting 2.0 read. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map((cue) => `${timeOf(cue.from)} --> ${timeOf(cue.to)}\n${writeCueText(cue)}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}

function timeOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(milliseconds % 1000).padStart(3, '0')}`
}
