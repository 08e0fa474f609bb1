/** What a cue says, and who says it. */
export type CueText = { speaker?: string; text: string }

const TAG = /<[^<>]*>/g
const VOICE = /^<v(?:\.[^\s<>]*)?\s+([^<>]*)>$/
const SRT_TAG = /<\/?(?:b|i|u|s|font|c|v)(?:[\s.][^<>]*)?>|\{\\[^{}]*\}/gi
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|lrm|rlm|#\d{1,7}|#x[\da-f]{1,6});/gi
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
}
const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The text of a WebVTT cue. With several voices, each part says whose it is. */
export function readCueText(lines: string[]): CueText {
  const marked = lines.join('\n')
  const parts: { speaker: string; text: string }[] = []
  let speaker = ''
  let at = 0
  const add = (end: number) => {
    const text = plainLines(decodeEntities(marked.slice(at, end).replace(TAG, '')))
    if (text !== '') {
      parts.push({ speaker, text })
    }
  }
  for (const tag of marked.matchAll(TAG)) {
    const name = VOICE.exec(tag[0])?.[1]
    if (name !== undefined) {
      add(tag.index)
      at = tag.index
      speaker = plainLines(decodeEntities(name)).replaceAll('\n', ' ')
    }
  }
  add(marked.length)
  const [first] = parts
  if (parts.every((part) => part.speaker === first?.speaker)) {
    const text = parts.map((part) => part.text).join('\n')
    return first === undefined || first.speaker === '' ? { text } : { speaker: first.speaker, text }
  }
  return {
    text: parts.map((part) => (part.speaker === '' ? part.text : `${part.speaker}: ${part.text}`)).join('\n'),
  }
}

/** SRT has no entities and no speakers, only the tags that programs put there. */
export function readSrtText(lines: string[]): CueText {
  return { text: plainLines(lines.join('\n').replace(SRT_TAG, '')) }
}

export function writeCueText({ speaker, text }: CueText): string {
  return (speaker === undefined ? '' : voiceOf(speaker)) + escapeSigns(text)
}

/** A name that ends in two dashes would make the arrow of a time. A space at its end is not part of it. */
function voiceOf(speaker: string): string {
  return `<v ${escapeSigns(speaker)}>`.replace('-->', '-- >')
}

function escapeSigns(text: string): string {
  return text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)
}

function plainLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity) => {
    const name = entity.slice(1, -1).toLowerCase()
    if (!name.startsWith('#')) {
      return NAMED[name] ?? entity
    }
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    const isLetter =
      code >= 0x20 &&
      code <= 0x10_ff_ff &&
      !(code >= 0x7f && code < 0xa0) &&
      !(code >= 0xd8_00 && code < 0xe0_00)
    return isLetter ? String.fromCodePoint(code) : ''
  })
}
