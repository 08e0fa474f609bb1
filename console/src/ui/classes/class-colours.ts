/** The colours that distinguish classes, on the surfaces of each theme; `tokens.test.ts` checks their contrast. */
export const CLASS_COLOURS = [
  { light: '#c9373f', dark: '#ff8a8a' },
  { light: '#1a7fb0', dark: '#6cc6f2' },
  { light: '#8f7200', dark: '#e0c34b' },
  { light: '#a244b8', dark: '#e09bf0' },
  { light: '#3c8a2e', dark: '#86d977' },
  { light: '#c05a10', dark: '#ffa869' },
  { light: '#4c66d6', dark: '#9db0ff' },
  { light: '#0d8577', dark: '#4fd6c1' },
] as const
