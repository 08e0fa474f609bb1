/** The colour of text in the light theme. */
export const INK = '#12201f'

/** The accent, from the palest to the darkest. */
export const TEAL = [
  '#f0fdfa',
  '#ccfbf1',
  '#99f6e4',
  '#5eead4',
  '#2dd4bf',
  '#14b8a6',
  '#0d9488',
  '#0f766e',
  '#115e59',
  '#134e4a',
] as const

/** Neutral with a hint of the accent's hue. */
export const GREY = [
  '#f7f9f9',
  '#eff3f2',
  '#e6ebea',
  '#d9e0df',
  '#c3cdcb',
  '#8b9997',
  '#5f6e6c',
  '#465351',
  '#2e3a38',
  '#12201f',
] as const

/** The same for the dark theme, from its text to below its page. */
export const DARK = [
  '#e6eeed',
  '#c5d0ce',
  '#9aa9a7',
  '#7f8f8d',
  '#33413f',
  '#263230',
  '#1f2a28',
  '#182120',
  '#0f1615',
  '#0a0f0e',
] as const
