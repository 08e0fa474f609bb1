/** How wide a text is, in dots. */
export type Measure = (text: string, size: number, bold: boolean) => number

/** Smaller letters, as a share of the largest and in dots, nobody reads: the text is cut instead. */
const SMALLEST = { share: 0.2, dots: 23 }
const STEP = 0.95
/** From one line to the next, as a share of the letters' size. */
export const LINE_HEIGHT = 1.2

/** The largest letters with which a text fits into a box on at most `most` lines; a text that is too long ends with `…`. */
export function fitText(
  text: string,
  box: { width: number; height: number; largest: number; most: number; bold: boolean; measure: Measure },
): { size: number; lines: string[] } {
  const words = text.split(/[^\S\u00a0]+/u).filter((word) => word !== '')
  const largest = Math.min(box.largest, box.height / LINE_HEIGHT)
  const smallest = Math.min(Math.max(SMALLEST.share * box.largest, SMALLEST.dots), largest)
  const fits = (line: string, size: number) => box.measure(line, size, box.bold) <= box.width
  for (let size = largest; size >= smallest; size *= STEP) {
    const lines = wrap(words, box.most, (line) => fits(line, size))
    if (lines !== undefined && lines.length * LINE_HEIGHT * size <= box.height) {
      return { size: Math.floor(size), lines }
    }
  }
  const size = Math.floor(smallest)
  const most = Math.max(1, Math.min(box.most, Math.floor(box.height / (LINE_HEIGHT * size))))
  return { size, lines: cutLines(words.join(' '), most, (line) => fits(line, size)) }
}

/** The words on as few lines as they need; `undefined` if a word is longer than a line, or they need too many. */
function wrap(words: readonly string[], most: number, fits: (line: string) => boolean): string[] | undefined {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (fits(longer)) {
      lines.splice(-1, 1, longer)
    } else if (lines.length < most && fits(word)) {
      lines.push(word)
    } else {
      return undefined
    }
  }
  return lines
}

/** Fills lines letter by letter; what is left over is cut off. */
function cutLines(text: string, most: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let rest = lettersOf(text)
  while (rest.length > 0 && lines.length < most) {
    const isLast = lines.length === most - 1
    const all = rest.join('')
    if (fits(all)) {
      return [...lines, all]
    }
    let count = rest.length - 1
    while (count > 1 && !fits(`${rest.slice(0, count).join('').trimEnd()}${isLast ? '…' : ''}`)) {
      count -= 1
    }
    const space = isLast ? -1 : rest.slice(0, count + 1).lastIndexOf(' ')
    const taken = space > 0 ? space : count
    lines.push(`${rest.slice(0, taken).join('').trimEnd()}${isLast ? '…' : ''}`)
    rest = lettersOf(rest.slice(taken).join('').trimStart())
  }
  return lines
}

/** The letters as people count them: an emoji of several signs is one. */
export function lettersOf(text: string): string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
}
