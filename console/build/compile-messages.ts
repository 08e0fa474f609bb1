import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { LANGUAGE_TAGS } from '@vestry/contract/messages/message-languages.ts'
import type { Plugin } from 'vite'
import { MESSAGE_PARTS } from '../src/messages/message-parts.ts'

const INDEX = 'virtual:messages'
const FOLDER = fileURLToPath(new URL('../../contract/src/messages', import.meta.url))

/**
 * Serves the catalogue, compiled at build time: `virtual:messages` loads any part of it in any language, and
 * `virtual:messages/<language>/<part>` has the texts.
 */
export function compileMessages(parts: Readonly<Record<string, readonly string[]>> = MESSAGE_PARTS): Plugin {
  return {
    name: 'vestry:compile-messages',
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${INDEX}`) {
        return writeIndex(Object.keys(parts))
      }
      if (!id.startsWith(`\0${INDEX}/`)) {
        return null
      }
      const [language = '', part = ''] = id.slice(INDEX.length + 2).split('/')
      const messages: Record<string, unknown> = {}
      for (const area of parts[part] ?? []) {
        const file = join(FOLDER, language, `${area}.json`)
        this.addWatchFile(file)
        for (const [key, text] of Object.entries(JSON.parse(await readFile(file, 'utf8')))) {
          messages[key] = compileMessageOrThrow(text as string)
        }
      }
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))})`
    },
  }
}

function writeIndex(names: readonly string[]): string {
  const languages = LANGUAGE_TAGS.map((language) => {
    const parts = names.map((part) => `'${part}': () => import('${INDEX}/${language}/${part}')`)
    return `'${language}': { ${parts.join(', ')} }`
  })
  return `export const catalogues = { ${languages.join(', ')} }`
}
