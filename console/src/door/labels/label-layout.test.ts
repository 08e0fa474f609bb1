import { LABEL_DOTS, LABEL_SIZES } from '@vestry/contract/sunday-school/label-rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText, LINE_HEIGHT, lettersOf } from './fit-text.ts'
import { type LabelContent, layOutLabel } from './label-layout.ts'
import { base64Of, oneBitRows } from './one-bit.ts'

/** Letters that are each half as wide as high. */
const measure = (text: string, size: number) => lettersOf(text).length * size * 0.5
const box = { width: 1000, height: 240, largest: 200, most: 2, bold: true, measure }

test('a short name has the largest letters', () => {
  expect(fitText('Ana\u00a0L.', box)).toEqual({ size: 200, lines: ['Ana\u00a0L.'] })
})

test('a longer name stands on two lines, and the initial stays with the name before it', () => {
  const { size, lines } = fitText('Maximiliano Alejandro\u00a0F.', box)
  expect(lines).toEqual(['Maximiliano', 'Alejandro\u00a0F.'])
  expect(size).toBeGreaterThan(90)
})

test('what fits on no two lines is cut with a sign, and never within an emoji', () => {
  const { lines } = fitText('👨‍👩‍👧'.repeat(300), box)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^(👨‍👩‍👧)+…$/u)
})

const sizes = LABEL_SIZES.map((size) => {
  const { width, height } = LABEL_DOTS[size]
  return { size, width: Math.max(width, height), height: Math.min(width, height) }
})
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.constantFrom('Ana\u00a0L.', 'عبد الرحمن', '<script>alert(1)</script>', 'D’Arcy O’Neill', ''),
)

test.each(sizes)('whatever it says, nothing reaches beyond a label of $size', ({ width, height }) => {
  fc.assert(
    fc.property(
      fc.record({
        kind: fc.constantFrom('child', 'guardian', 'room'),
        head: words,
        lines: fc.array(words, { maxLength: 2 }),
        warning: words,
      }),
      (said) => {
        const content: LabelContent = { ...said, kind: said.kind as LabelContent['kind'], code: 'W4MM' }
        const parts = layOutLabel(content, { width, height }, measure)
        expect(parts.filter((part) => part.part === 'text' && part.text === 'W4MM').length).toBeGreaterThan(0)
        for (const part of parts) {
          const [wide, up, down] =
            part.part === 'text'
              ? [measure(part.text, part.size), part.size * 0.8, part.size * 0.25]
              : part.part === 'qr'
                ? [part.side, 0, part.side]
                : [part.width, 0, part.height]
          expect(part.x).toBeGreaterThanOrEqual(0)
          expect(part.x + wide).toBeLessThanOrEqual(width)
          expect(part.y - up).toBeGreaterThanOrEqual(0)
          expect(part.y + down).toBeLessThanOrEqual(height)
        }
      },
    ),
  )
})

test('lines of a text do not overlap', () => {
  const parts = layOutLabel(
    { kind: 'room', head: 'Maximiliano Alejandro Fernández', lines: [], warning: '', code: 'W4MM' },
    { width: 1109, height: 696 },
    measure,
  )
  const [one, two] = parts.flatMap((part) => (part.part === 'text' ? [part] : []))
  expect((two?.y ?? 0) - (one?.y ?? 0)).toBeGreaterThanOrEqual(Math.floor((one?.size ?? 0) * LINE_HEIGHT))
})

test('a picture becomes rows of whole bytes, black where it is dark', () => {
  const [black, white, yellow] = [
    [0, 0, 0, 255],
    [255, 255, 255, 255],
    [255, 220, 0, 255],
  ]
  const rgba = new Uint8ClampedArray([...Array(9).fill(black), ...Array(7).fill(white), yellow, black].flat())
  expect([...oneBitRows(rgba, { width: 9, height: 2 })]).toEqual([0xff, 0x80, 0x00, 0x80])
  expect(base64Of(new Uint8Array([0xff, 0x80]))).toBe('/4A=')
})
