import { LARGE_PHOTO, SMALL_PHOTO } from '@vestry/contract/sunday-school/photo-rules.ts'
import { chance, pickByChance } from './demo-chance.ts'
import { encodePng } from './encode-png.ts'

// Faces of invented people, drawn of ellipses on a ground of 96 by 96 units.

const UNITS = SMALL_PHOTO.side
const SCALE = LARGE_PHOTO.side / UNITS

type Colour = readonly [red: number, green: number, blue: number]

const colour = (hex: number): Colour => [hex >> 16, (hex >> 8) & 255, hex & 255]
const GROUNDS = [0xcfe8e4, 0xfbe0c8, 0xdfe3fa, 0xf6dbe4, 0xe3efcf, 0xfdeebb, 0xd6ecf8].map(colour)
const SKINS = [0xf9d7bd, 0xf1c7a3, 0xe0ac7e, 0xc68b5e, 0x9d6640, 0x74482c].map(colour)
const HAIRS = [0x2b211d, 0x4a3021, 0x7b4a2a, 0xb0702f, 0xdbac55, 0xb5492a].map(colour)
const SHIRTS = [0x0f766e, 0xd9673f, 0x4464ad, 0xb34d7d, 0xe0a526, 0x5b8a3c, 0x6d5aa8].map(colour)
const CUTS = ['short', 'fringe', 'long', 'curls', 'bunches', 'cap'] as const
const DARK = colour(0x33241f)
const WHITE = colour(0xffffff)
const RED = colour(0xa8433f)

/** The photo of an invented child in both sizes, as `data:` addresses; the same name always has the same photo. */
export function drawFace(name: string): { small: string; large: string } {
  const { pixels, palette } = paintFace(name)
  const colours = Uint8Array.from(palette.flat())
  return {
    small: addressOf(encodePng(SMALL_PHOTO.side, shrink(pixels, colours))),
    large: addressOf(encodePng(LARGE_PHOTO.side, pixels, colours)),
  }
}

function addressOf(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`
}

function paintFace(name: string): { pixels: Uint8Array; palette: Colour[] } {
  const some = <T>(list: readonly T[], of: string) => pickByChance(list, of, name)
  const [skin, hair, shirt] = [some(SKINS, 'skin'), some(HAIRS, 'hair'), some(SHIRTS, 'shirt')]
  const cut = some(CUTS, 'cut')
  const { ellipse, ...painted } = canvas(some(GROUNDS, 'ground'))
  const pair = (x: number, y: number, rx: number, ry: number, of: Colour) => {
    ellipse(48 - x, y, rx, ry, of)
    ellipse(48 + x, y, rx, ry, of)
  }
  if (cut === 'long') {
    ellipse(48, 52, 27, 34, hair)
  }
  if (cut === 'bunches') {
    pair(28, 50, 9, 13, hair)
  }
  ellipse(48, 104, 35, 30, shirt)
  ellipse(48, 73, 9, 11, shade(skin))
  if (cut === 'curls') {
    for (const [x, y] of [
      [4, 22],
      [15, 26],
      [22, 36],
      [24, 47],
    ] as const) {
      pair(x, y, 10, 10, hair)
    }
  } else {
    ellipse(48, 44, 24, 26, hair)
  }
  pair(21, 53, 4, 5, skin)
  ellipse(48, 52, 20, 22, skin)
  if (cut === 'cap') {
    ellipse(48, 40, 25, 24, shirt, { until: 38 })
    ellipse(48, 38, 26, 4, shade(shirt))
  } else if (cut === 'fringe' || cut === 'long') {
    ellipse(48, 38, 20, 12, hair, { until: 42 })
  } else {
    ellipse(40, 33, 17, 8, hair)
    ellipse(58, 33, 12, 7, hair)
  }
  if (chance('glasses', name) < 0.2) {
    pair(8, 52, 6.5, 6.5, DARK)
    ellipse(48, 51, 3, 1, DARK)
    pair(8, 52, 5.3, 5.3, WHITE)
  }
  pair(8, 52, 2.2, 2.8, DARK)
  pair(12.5, 60, 3.6, 2.4, mix(skin, RED, 0.22))
  const smile = 4 + chance('smile', name) * 3
  ellipse(48, 61, smile, 5, chance('laugh', name) < 0.5 ? WHITE : RED, { from: 61 })
  return painted
}

/** A ground of one colour, and a function that draws ellipses on it; the upper or lower part of one may be left out. */
function canvas(ground: Colour) {
  const { side } = LARGE_PHOTO
  const palette = [ground]
  const pixels = new Uint8Array(side * side)
  type Part = { from?: number; until?: number }
  const ellipse = (
    x: number,
    y: number,
    rx: number,
    ry: number,
    of: Colour,
    { from = 0, until = UNITS }: Part = {},
  ) => {
    const colour = palette.push(of) - 1
    const first = Math.round(Math.max(from, y - ry) * SCALE)
    const last = Math.round(Math.min(until, y + ry) * SCALE)
    for (let row = first; row < last; row += 1) {
      const half = rx * Math.sqrt(Math.max(0, 1 - ((row + 0.5) / SCALE - y) ** 2 / ry ** 2))
      const [left, right] = [Math.max(0, x - half), Math.min(UNITS, x + half)]
      pixels.fill(colour, row * side + Math.round(left * SCALE), row * side + Math.round(right * SCALE))
    }
  }
  return { pixels, palette, ellipse }
}

/** The mean of the four pixels that become one. */
function shrink(pixels: Uint8Array, colours: Uint8Array): Uint8Array {
  const sums = new Uint16Array(UNITS ** 2 * 3)
  for (let y = 0; y < LARGE_PHOTO.side; y += SCALE / 2) {
    for (let x = 0; x < LARGE_PHOTO.side; x += SCALE / 2) {
      const from = (pixels[y * LARGE_PHOTO.side + x] ?? 0) * 3
      const to = (Math.floor(y / SCALE) * UNITS + Math.floor(x / SCALE)) * 3
      for (let part = 0; part < 3; part += 1) {
        sums[to + part] = (sums[to + part] ?? 0) + (colours[from + part] ?? 0)
      }
    }
  }
  return Uint8Array.from(sums, (sum) => Math.round(sum / 4))
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => Math.round(one[at] * (1 - share) + other[at] * share)
  return [part(0), part(1), part(2)]
}

function shade(of: Colour): Colour {
  return mix(of, DARK, 0.16)
}
