import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const PREFIX = 'virtual:messages/'

/** The areas whose texts travel with their pages, by part; those of all other areas are there from the start. */
const PARTS: Partial<Record<string, readonly string[]>> = {
  account: ['account'],
  'sign-in': ['sign-in'],
  staff: ['staff'],
  'sunday-school': ['attendance', 'attendees', 'calendar', 'classes'],
}

/** Merges the areas' files of one language, such as `shell.en.json`, into one catalogue. */
export async function readMessages(
  folder: string,
  language: string,
  isWanted: (area: string) => boolean = () => true,
): Promise<Map<string, string>> {
  const words = new Map<string, string>()
  const others: string[] = []
  const files = (await readdir(folder)).filter((file) => file.endsWith(`.${language}.json`)).sort()
  for (const file of files) {
    const texts: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'))
    for (const [key, text] of Object.entries(texts as Record<string, string>)) {
      if (words.has(key)) {
        throw new Error(`The text "${key}" stands twice in the ${language} words, the second time in ${file}`)
      }
      words.set(key, text)
    }
    if (!isWanted(file.slice(0, file.indexOf('.')))) {
      others.push(...Object.keys(texts as object))
    }
  }
  for (const key of others) {
    words.delete(key)
  }
  return words
}

/**
 * Serves the texts of a language, parsed and checked at build time: `virtual:messages/<language>` those that are
 * there from the start, `virtual:messages/<language>/<part>` those of a part.
 */
export function compileMessages(folder: string): Plugin {
  return {
    name: 'vestry:compile-messages',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) {
        return null
      }
      const [language = '', part] = id.slice(PREFIX.length + 1).split('/')
      for (const file of await readdir(folder)) {
        if (file.endsWith('.json')) {
          this.addWatchFile(join(folder, file))
        }
      }
      const words = await readMessages(folder, language, (area) => partOf(area) === part)
      const compiled = Object.fromEntries([...words].map(([key, text]) => [key, compileMessageOrThrow(text)]))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`
    },
  }
}

function partOf(area: string): string | undefined {
  return Object.keys(PARTS).find((part) => PARTS[part]?.includes(area))
}
