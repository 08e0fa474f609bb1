/**
 * The colours of a face without a picture: the initials on their background. `tokens.test.ts` checks their contrast.
 */
export const FACE_COLOURS = [
  { light: '#ffd5d4', onLight: '#703133', dark: '#4f2d2d', onDark: '#ffc6c4' },
  { light: '#fdd9c2', onLight: '#6c380d', dark: '#4c311e', onDark: '#fdccac' },
  { light: '#ebe2bc', onLight: '#574600', dark: '#403817', onDark: '#e6d8a3' },
  { light: '#d0eacb', onLight: '#2b5322', dark: '#2a3e25', onDark: '#c0e3b8' },
  { light: '#beede2', onLight: '#005749', dark: '#144039', onDark: '#a4e7d9' },
  { light: '#bfe9fb', onLight: '#00516c', dark: '#163d4b', onDark: '#a6e2fb' },
  { light: '#d4e1ff', onLight: '#354478', dark: '#2e3752', onDark: '#c5d6ff' },
  { light: '#f1d7f6', onLight: '#5d3666', dark: '#432f48', onDark: '#edc9f5' },
] as const
