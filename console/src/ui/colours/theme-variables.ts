import type { MantineTheme } from '@mantine/core'
import { schemeTokens, type Tokens } from './tokens.ts'

/** The variables of the stylesheet that the build writes: ours, and the kit's in our colours. */
export function themeVariables(_theme: MantineTheme): {
  variables: Record<string, string>
  light: Record<string, string>
  dark: Record<string, string>
} {
  return { variables: {}, light: variablesOf(schemeTokens.light), dark: variablesOf(schemeTokens.dark) }
}

export function variablesOf(tokens: Tokens): Record<string, string> {
  return {
    ...tokenVariables(tokens),
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

/** Our own variables alone. */
export function tokenVariables(tokens: Tokens): Record<string, string> {
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--vestry-${kebab(name)}`, value]))
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
