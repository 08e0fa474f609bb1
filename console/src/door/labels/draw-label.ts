import { LABEL_DOTS, type LabelSize } from '@vestry/contract/sunday-school/label-rules.ts'
import { create as makeCode } from 'qrcode'
import type { Measure } from './fit-text.ts'
import { type LabelContent, type LabelPart, layOutLabel } from './label-layout.ts'
import { base64Of, oneBitRows } from './one-bit.ts'

const FONT = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif'
/** Letters of Hebrew, Arabic and the scripts like them. */
const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/** Draws a label at the printer's dots; on paper that is longer than wide it stands on its side. */
export function drawLabel(content: LabelContent, size: LabelSize): HTMLCanvasElement {
  const { width, height } = LABEL_DOTS[size]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) {
    throw new Error('This browser draws no pictures.')
  }
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  if (height > width) {
    context.translate(width, 0)
    context.rotate(Math.PI / 2)
  }
  const measure: Measure = (text, dots, bold) => {
    context.font = fontOf(dots, bold)
    return context.measureText(text).width
  }
  const lying = { width: Math.max(width, height), height: Math.min(width, height) }
  for (const part of layOutLabel(content, lying, measure)) {
    drawPart(context, part)
  }
  return canvas
}

/** The same as one bit a dot, as a printer takes it. */
export function drawBits(content: LabelContent, size: LabelSize) {
  const { width, height } = LABEL_DOTS[size]
  const pixels = drawLabel(content, size).getContext('2d')?.getImageData(0, 0, width, height).data
  return { width, height, rows: base64Of(oneBitRows(pixels ?? new Uint8ClampedArray(), { width, height })) }
}

function drawPart(context: CanvasRenderingContext2D, part: LabelPart): void {
  context.fillStyle = '#000'
  if (part.part === 'text') {
    context.fillStyle = part.on === 'bar' ? '#fff' : '#000'
    context.font = fontOf(part.size, part.bold)
    context.textAlign = 'left'
    context.direction = RIGHT_TO_LEFT.test(part.text) ? 'rtl' : 'ltr'
    context.fillText(part.text, part.x, part.y)
  } else if (part.part === 'qr') {
    drawCode(context, part)
  } else {
    context.fillRect(part.x, part.y, part.width, part.height)
  }
}

/** Each square of a QR code has whole dots, or edges would blur where a printer has black and white alone. */
function drawCode(
  context: CanvasRenderingContext2D,
  { text, x, y, side }: Extract<LabelPart, { part: 'qr' }>,
): void {
  const { modules } = makeCode(text, { errorCorrectionLevel: 'Q' })
  const dot = Math.floor(side / modules.size)
  const edge = Math.floor((side - dot * modules.size) / 2)
  for (let at = 0; at < modules.data.length; at += 1) {
    if (modules.data[at]) {
      const [row, column] = [Math.floor(at / modules.size), at % modules.size]
      context.fillRect(x + edge + column * dot, y + edge + row * dot, dot, dot)
    }
  }
}

function fontOf(size: number, bold: boolean): string {
  return `${bold ? 700 : 400} ${size}px ${FONT}`
}
