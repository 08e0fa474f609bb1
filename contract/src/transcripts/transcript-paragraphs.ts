import type { Cue } from './read-transcript.ts'

/** When its first cue begins, in milliseconds. */
export type Paragraph = { from: number; speaker?: string; text: string }

/** After a longer silence a new paragraph begins. */
const PAUSE_MS = 2000
/** About how many characters a paragraph may have. */
const MAX_PARAGRAPH = 500

/**
 * Joins the cues of a timed transcript into paragraphs for reading: a pause, a full one or another speaker ends one.
 */
export function paragraphsOf(cues: readonly Cue[]): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let before: Cue | undefined
  for (const cue of cues) {
    const text = cue.text.replaceAll('\n', ' ')
    const open = paragraphs.at(-1)
    if (open !== undefined && before !== undefined && goesOn(open, before, cue, text)) {
      open.text += ` ${text}`
    } else {
      paragraphs.push({
        from: cue.from,
        ...(cue.speaker !== undefined && { speaker: cue.speaker }),
        text,
      })
    }
    before = cue
  }
  return paragraphs
}

function goesOn(open: Paragraph, before: Cue, cue: Cue, text: string): boolean {
  return (
    cue.from - before.to <= PAUSE_MS &&
    cue.speaker === open.speaker &&
    open.text.length + 1 + text.length <= MAX_PARAGRAPH
  )
}
