import type { Accent } from '@vestry/contract/rules/church-setting-rules.ts'
import type { ChurchDescription } from '@vestry/contract/rules/runtime-config.ts'
import { scaleOf, tokensWith } from './accents.ts'
import { variablesOf } from './theme-variables.ts'

const sheet = new CSSStyleSheet()

/** Draws all controls in the church's accent, and prints its name above everything. */
export function showChurch({ accent, name }: Pick<ChurchDescription, 'accent' | 'name'>): void {
  const heading = `main::before{content:${JSON.stringify(name)};display:block;font-weight:600}`
  const scale = scaleOf(accent).map((colour, shade) => `--mantine-color-teal-${shade}:${colour}`)
  sheet.replaceSync(
    [
      name === '' ? '' : `@media print{${heading}}`,
      ...(accent === 'teal' ? [] : [themeIn(accent, 'light', scale), themeIn(accent, 'dark', scale)]),
    ].join(''),
  )
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets.push(sheet)
  }
}

function themeIn(accent: Accent, scheme: 'light' | 'dark', scale: readonly string[]): string {
  const variables = Object.entries(variablesOf(tokensWith(accent, scheme)))
  const declared = [...scale, ...variables.map(([name, value]) => `${name}:${value}`)]
  return `@media screen{:root[data-mantine-color-scheme="${scheme}"]{${declared.join(';')}}}`
}
