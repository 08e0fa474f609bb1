import {
  createTheme,
  type MantineColorsTuple,
  type MantineTheme,
  type MantineThemeOverride,
} from '@mantine/core'
import { DARK, GREY, schemeTokens, TEAL } from './tokens.ts'

/** The kit's own settings: one accent, small radii, the system's sans, 14 px where it reads "sm". */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'teal',
  primaryShade: 7,
  black: schemeTokens.light.text,
  colors: {
    teal: TEAL as unknown as MantineColorsTuple,
    gray: GREY as unknown as MantineColorsTuple,
    dark: DARK as unknown as MantineColorsTuple,
  },
  defaultRadius: 'sm',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem', xl: '1.25rem' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' } } },
  fontWeights: { medium: '500', bold: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
})

/** The variables of the stylesheet that the build writes: ours, and the kit's in our colours. */
export function themeVariables(_theme: MantineTheme): {
  variables: Record<string, string>
  light: Record<string, string>
  dark: Record<string, string>
} {
  return { variables: {}, light: variablesOf('light'), dark: variablesOf('dark') }
}

function variablesOf(scheme: 'light' | 'dark'): Record<string, string> {
  const tokens = schemeTokens[scheme]
  return {
    ...Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--vestry-${kebab(name)}`, value])),
    '--mantine-color-text': tokens.text,
    '--mantine-color-body': tokens.surface,
    '--mantine-color-dimmed': tokens.dim,
    '--mantine-color-placeholder': tokens.placeholder,
    '--mantine-color-anchor': tokens.accent,
    '--mantine-color-error': tokens.red,
    '--mantine-color-success': tokens.green,
    '--mantine-color-default': tokens.control,
    '--mantine-color-default-hover': tokens.controlHover,
    '--mantine-color-default-color': tokens.text,
    '--mantine-color-default-border': tokens.controlBorder,
    '--mantine-color-disabled': tokens.disabled,
    '--mantine-color-disabled-color': tokens.disabledText,
    '--mantine-color-disabled-border': tokens.border,
    '--mantine-color-teal-filled': tokens.accentFill,
    '--mantine-color-teal-filled-hover': tokens.accentFillHover,
    '--mantine-color-teal-light': tokens.accentSoft,
    '--mantine-color-teal-light-hover': tokens.accentSoftHover,
    '--mantine-color-teal-light-color': tokens.accentSoftText,
    '--mantine-color-teal-text': tokens.accent,
    '--mantine-color-teal-outline': tokens.accent,
    '--mantine-color-red-filled': tokens.redFill,
    '--mantine-color-red-filled-hover': tokens.redFillHover,
    '--mantine-color-red-text': tokens.red,
    '--mantine-color-red-light-color': tokens.red,
    '--mantine-color-red-outline': tokens.red,
  }
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
