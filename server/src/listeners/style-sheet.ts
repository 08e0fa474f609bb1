import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLIC_PAGES } from './addresses.ts'

/** The style sheet of the public pages. */
export const STYLE = readFileSync(join(import.meta.dirname, 'sermons.css'))

export const STYLE_PATH = `${PUBLIC_PAGES}/style.css`

/** Another one whenever the style is. */
export const STYLE_ADDRESS = `${STYLE_PATH}?${createHash('sha256').update(STYLE).digest('hex').slice(0, 12)}`
