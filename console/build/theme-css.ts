import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { themeVariables } from '../src/ui/colours/theme-variables.ts'
import { theme } from '../src/ui/look/theme.ts'

const ID = 'virtual:theme.css'
const USED_COLOURS = new Set(['teal', 'gray', 'dark', 'red', 'white', 'black'])
/** The kit's headings, breakpoints and shades that neither its components nor our styles use. */
const UNUSED =
  /^--mantine-(h[1-6]-|heading-|breakpoint-|primary-color-(\d|light)|z-index-(app|max)|color-dark-(filled|light|text)|color-gray-filled|color-(gray|red)-text|color-[a-z]+-outline)/

/**
 * Serves `virtual:theme.css`: the variables that the UI kit would otherwise write into a style element at run time,
 * which `style-src 'self'` forbids. Those that no screen uses are left out.
 */
export function themeCss(): Plugin {
  return {
    name: 'vestry:theme-css',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? writeThemeCss() : null),
  }
}

function writeThemeCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const defaults = defaultCssVariablesResolver(merged)
  const own = themeVariables(merged)
  return convertCssVariables({
    variables: withoutUnused({ ...defaults.variables, ...own.variables }, merged.colors),
    light: withoutUnused({ ...defaults.light, ...own.light }, merged.colors),
    dark: withoutUnused({ ...defaults.dark, ...own.dark }, merged.colors),
  })
}

function withoutUnused(variables: Record<string, string>, colours: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => {
      const colour = /^--mantine-color-([a-z]+)-/.exec(name)?.[1]
      return !UNUSED.test(name) && (colour === undefined || !(colour in colours) || USED_COLOURS.has(colour))
    }),
  )
}
