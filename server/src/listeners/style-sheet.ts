import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Markup } from '../http/markup.ts'

const CSS = readFileSync(join(import.meta.dirname, 'sermons.css'), 'utf8').replace(/\n\s*/g, '\n')

/** The style of the public pages, which each page contains: a page is drawn without a further request. */
export const STYLE = new Markup(`<style>${CSS}</style>`)

/** Names this style, and no other, in a content policy. */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(CSS).digest('base64')}'`
