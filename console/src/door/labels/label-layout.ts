import { formatCard } from '@vestry/contract/sunday-school/family-card.ts'
import type { LabelKind } from '@vestry/contract/sunday-school/label-rules.ts'
import { fitText, LINE_HEIGHT, type Measure } from './fit-text.ts'

/** What a label says, in the person's language. */
export type LabelContent = {
  kind: LabelKind | 'card'
  /** The child's name; on the guardian's label, what the code is for; on a card, whose church it is. */
  head: string
  /** Where the child goes; on the guardian's label, the day; on a card, what it is. */
  lines: readonly string[]
  /** Must not be overlooked. */
  warning: string
  code: string
}

/** A part of a label, in dots from the upper left; of a text, `y` is its baseline. */
export type LabelPart =
  | { part: 'text'; text: string; x: number; y: number; size: number; bold: boolean; on: 'paper' | 'bar' }
  | { part: 'bar' | 'line'; x: number; y: number; width: number; height: number }
  | { part: 'qr'; text: string; x: number; y: number; side: number }

/** On how many lines a name stands at most, and what must not be overlooked. */
const MOST_LINES = { usual: 2, warning: 3 }

type Box = { x: number; y: number; width: number; height: number }

/** From the top of a line to its baseline, as a share of its letters' size. */
const ASCENT = 0.92

/** Where everything stands on a label that lies on its longer side. */
export function layOutLabel(
  content: LabelContent,
  { width, height }: { width: number; height: number },
  measure: Measure,
): LabelPart[] {
  const margin = Math.round(height * 0.06)
  const inside = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin }
  switch (content.kind) {
    case 'guardian':
      return guardianLabel(content, inside, measure)
    case 'card':
      return familyCard(content, inside, measure)
    default:
      return childLabel(content, inside, measure)
  }
}

/** The name above; below it, and what must not be overlooked, the way to go at the left and the code at the right. */
function childLabel({ head, lines, warning, code }: LabelContent, inside: Box, measure: Measure) {
  const { x, y, width, height } = inside
  const gap = Math.round(height * 0.04)
  const foot = Math.round(height * 0.36)
  const bar = warning === '' ? 0 : barHeight(warning, inside, measure)
  const name = height - foot - gap - (bar > 0 ? bar + gap : 0)
  const footY = y + height - foot
  const codeWidth = Math.round(width * 0.42)
  const way = { x, y: footY, width: width - codeWidth - 2 * gap, height: foot }
  const each = Math.round(foot / lines.length)
  return [
    ...texts(head, { x, y, width, height: name }, { bold: true, measure, largest: 0.36 * height }),
    ...(bar > 0 ? warningBar(warning, { x, y: footY - gap - bar, width, height: bar }, measure) : []),
    {
      part: 'line' as const,
      x,
      y: footY - Math.round(gap / 2),
      width,
      height: Math.max(2, Math.round(gap / 8)),
    },
    ...lines.flatMap((line, at) =>
      texts(
        line,
        { ...way, y: footY + at * each, height: each },
        {
          bold: at === 0,
          measure,
          largest: 0.14 * height,
        },
      ),
    ),
    ...codeText(code, { x: x + width - codeWidth, y: footY, width: codeWidth, height: foot }, measure),
  ]
}

/** A long warning takes of the name's place. */
function barHeight(text: string, { width, height }: Box, measure: Measure): number {
  const [usual, high] = [Math.round(height * 0.22), Math.round(height * 0.34)]
  const { size } = fitText(text, {
    ...withinBar({ x: 0, y: 0, width, height: usual }),
    ...onBar(usual, measure),
  })
  return size < usual / 2 ? high : usual
}

/** White on black. */
function warningBar(text: string, box: Box, measure: Measure): LabelPart[] {
  return [{ part: 'bar', ...box }, ...texts(text, withinBar(box), onBar(box.height, measure))]
}

function withinBar({ x, y, width, height }: Box): Box {
  const pad = Math.round(height * 0.12)
  return { x: x + pad, y: y + pad, width: width - 2 * pad, height: height - 2 * pad }
}

function onBar(largest: number, measure: Measure) {
  return { bold: true, measure, largest, most: MOST_LINES.warning, on: 'bar' as const }
}

/** The code for a camera at the left, and for eyes beside it: nothing says whose it is. */
function guardianLabel({ head, lines, code }: LabelContent, inside: Box, measure: Measure): LabelPart[] {
  const { qr, part, height } = besideCode(code, inside)
  return [
    qr,
    ...codeText(code, part(0, 0.44), measure, 'start'),
    ...texts(lines.join(' · '), part(0.48, 0.64), { bold: true, measure, largest: 0.13 * height }),
    ...texts(head, part(0.68, 1), { bold: false, measure, largest: 0.12 * height }),
  ]
}

/** The same of a card, whose number is typed only where nothing scans it. */
function familyCard({ head, lines, code }: LabelContent, inside: Box, measure: Measure): LabelPart[] {
  const { qr, part, height } = besideCode(code, inside)
  return [
    qr,
    ...texts(head, part(0.04, 0.5), { bold: true, measure, largest: 0.18 * height }),
    ...texts(lines.join(' · '), part(0.54, 0.76), { bold: false, measure, largest: 0.12 * height }),
    ...texts(formatCard(code), part(0.8, 1), { bold: false, measure, largest: 0.09 * height }),
  ]
}

/** A QR code at the left of a label, and boxes beside it between two shares of the height. */
function besideCode(code: string, inside: Box) {
  const { x, y, height } = inside
  const side = Math.min(height, Math.round(inside.width * 0.42))
  const gap = Math.round(height * 0.1)
  const beside = { x: x + side + gap, width: inside.width - side - gap }
  const part = (from: number, to: number) => ({
    ...beside,
    y: y + Math.round(from * height),
    height: Math.round((to - from) * height),
  })
  const qr: LabelPart = { part: 'qr', text: code, x, y: y + Math.round((height - side) / 2), side }
  return { qr, part, height }
}

/** The code as large as its box lets it be. */
function codeText(code: string, box: Box, measure: Measure, at: 'start' | 'end' = 'end'): LabelPart[] {
  const share = measure(code, 100, true) / 100
  const size = Math.floor(Math.min(box.width / share, box.height / 0.95))
  const x = at === 'start' ? box.x : Math.floor(box.x + box.width - share * size)
  const y = Math.round(box.y + (box.height + 0.73 * size) / 2)
  return [{ part: 'text', text: code, x, y, size, bold: true, on: 'paper' }]
}

/** A text in the middle of its box's height. */
function texts(
  text: string,
  box: Box,
  {
    on = 'paper',
    most = MOST_LINES.usual,
    ...look
  }: { bold: boolean; measure: Measure; largest: number; most?: number; on?: 'paper' | 'bar' },
): LabelPart[] {
  const { size, lines } = fitText(text, { ...box, ...look, most })
  const top = box.y + (box.height - lines.length * LINE_HEIGHT * size) / 2
  return lines.map((line, at) => ({
    part: 'text',
    text: line,
    x: box.x,
    y: Math.round(top + (at * LINE_HEIGHT + ASCENT) * size),
    size,
    bold: look.bold,
    on,
  }))
}
