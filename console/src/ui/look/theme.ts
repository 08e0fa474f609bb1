import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'
import { DARK, GREY, INK, TEAL } from './palette.ts'

/** The kit's own settings: one accent, small radii, the system's sans-serif font, and 14 px for "sm". */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'teal',
  primaryShade: 7,
  black: INK,
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
  components: {
    // Chromium lets everything that scrolls take the focus: Tab out of a dropdown would go to its list, which then
    // disappears.
    ScrollArea: { defaultProps: { viewportProps: { tabIndex: -1 } } },
  },
})
