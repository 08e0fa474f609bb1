import { ACCENTS } from '@vestry/contract/rules/church-setting-rules.ts'
import { describe, expect, test } from 'vitest'
import { CLASS_COLOURS } from '../classes/class-colours.ts'
import { FACE_COLOURS } from '../people/face-colours.ts'
import { tokensWith } from './accents.ts'
import { schemeTokens } from './tokens.ts'

type Token = keyof typeof schemeTokens.light

/** Text and its background. */
const TEXTS: [Token | '#ffffff', Token][] = [
  ['text', 'page'],
  ['text', 'surface'],
  ['text', 'surfaceSunken'],
  ['text', 'control'],
  ['text', 'controlHover'],
  ['text', 'redSoft'],
  ['text', 'amberSoft'],
  ['text', 'accentSoft'],
  ['dim', 'page'],
  ['dim', 'surface'],
  ['dim', 'surfaceSunken'],
  ['dim', 'controlHover'],
  ['placeholder', 'control'],
  ['disabledText', 'disabled'],
  ['accent', 'page'],
  ['accent', 'surface'],
  ['accent', 'controlHover'],
  ['accentSoftText', 'accentSoft'],
  ['accentSoftText', 'accentSoftHover'],
  ['#ffffff', 'accentFill'],
  ['#ffffff', 'accentFillHover'],
  ['#ffffff', 'redFill'],
  ['#ffffff', 'redFillHover'],
  ['red', 'page'],
  ['red', 'surface'],
  ['red', 'redSoft'],
  ['amber', 'surface'],
  ['amber', 'amberSoft'],
  ['green', 'page'],
  ['green', 'surface'],
]

/** The border of a control, or its fill, and what is around it. */
const EDGES: [Token, Token][] = [
  ['controlBorder', 'page'],
  ['controlBorder', 'surface'],
  ['focus', 'page'],
  ['focus', 'surface'],
  ['red', 'surface'],
  ['green', 'surface'],
]

const THEMES = ACCENTS.flatMap((accent) => [[accent, 'light'] as const, [accent, 'dark'] as const])

describe.each(THEMES)('with %s, in the %s theme', (accent, scheme) => {
  const tokens = tokensWith(accent, scheme)
  const colour = (name: Token | '#ffffff') => (name === '#ffffff' ? name : tokens[name])

  test.each(TEXTS)('%s can be read on %s (4.5 : 1)', (text, surface) => {
    expect(contrast(colour(text), colour(surface))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(EDGES)('%s can be told from %s (3 : 1)', (edge, around) => {
    expect(contrast(colour(edge), colour(around))).toBeGreaterThanOrEqual(3)
  })
})

test.each(FACE_COLOURS)('initials can be read on %o (4.5 : 1)', ({ light, onLight, dark, onDark }) => {
  expect(contrast(onLight, light)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(onDark, dark)).toBeGreaterThanOrEqual(4.5)
})

test.each(CLASS_COLOURS)(
  'the colour of a class stands out from its surface in %o (3 : 1)',
  ({ light, dark }) => {
    expect(contrast(light, schemeTokens.light.surface)).toBeGreaterThanOrEqual(3)
    expect(contrast(dark, schemeTokens.dark.surface)).toBeGreaterThanOrEqual(3)
  },
)

/** The contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
