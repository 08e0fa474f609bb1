import type { Accent } from '@vestry/contract/rules/church-setting-rules.ts'
import { TEAL } from '../look/palette.ts'
import { schemeTokens, type Tokens } from './tokens.ts'

/** The hue of each accent in OKLCH, in degrees, and how much more colourful than teal it may be. */
const HUES: Record<Exclude<Accent, 'teal'>, { hue: number; chroma: number }> = {
  blue: { hue: 255, chroma: 1.5 },
  indigo: { hue: 280, chroma: 1.5 },
  purple: { hue: 308, chroma: 1.4 },
  plum: { hue: 345, chroma: 1.4 },
}

type Scheme = keyof typeof schemeTokens

/** All colours of a theme with another accent: with the lightness of teal's, in another hue. */
export function tokensWith(accent: Accent, scheme: Scheme): Tokens {
  const tokens = schemeTokens[scheme]
  const entries = Object.entries(tokens).map(([name, colour]) => [
    name,
    name.startsWith('accent') || name === 'focus' ? inAccent(accent, colour) : colour,
  ])
  return Object.fromEntries(entries) as Tokens
}

/** The accent from the palest to the darkest. */
export function scaleOf(accent: Accent): string[] {
  return TEAL.map((colour) => inAccent(accent, colour))
}

function inAccent(accent: Accent, colour: string): string {
  if (accent === 'teal') {
    return colour
  }
  const { hue, chroma } = HUES[accent]
  const { lightness, chroma: own } = toOklch(colour)
  // The most colourful shade that the screen can show at this lightness.
  for (let more = own * chroma; ; more *= 0.96) {
    const rgb = fromOklch(lightness, more, hue)
    if (more < 0.001 || rgb.every((channel) => channel >= 0 && channel <= 1)) {
      return toHex(rgb)
    }
  }
}

// Björn Ottosson's OKLab (https://bottosson.github.io/posts/oklab/).

function toOklch(colour: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ),
  }
}

function fromOklch(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((linear) => (linear <= 0.0031308 ? linear * 12.92 : 1.055 * Math.max(linear, 0) ** (1 / 2.4) - 0.055))
}

function toHex(rgb: readonly number[]): string {
  const channels = rgb.map((channel) => Math.round(Math.min(Math.max(channel, 0), 1) * 255))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
