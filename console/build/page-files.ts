import { LANGUAGE_TAGS } from '@vestry/contract/messages/message-languages.ts'
import type { Plugin } from 'vite'
import { reachable } from './size-budget.ts'

/** Modules that a page loads as soon as its address is known, `LANGUAGE` in them standing for the language. */
export type PageModules = Readonly<Record<string, readonly string[]>>

export function inLanguage(modules: readonly string[], language: string): string[] {
  return modules.map((module) => module.replace('LANGUAGE', language))
}

/**
 * Writes `pages.json`: for each of these addresses and each language the files that the page needs besides those that
 * index.html names. The server has them loaded together with the first script, which would only ask for them later.
 */
export function pageFiles(pages: PageModules): Plugin {
  return {
    name: 'vestry:page-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const named = reachable(bundle, ['src/start.tsx'])
      const filesOf = (modules: readonly string[], language: string) =>
        [...reachable(bundle, inLanguage(modules, language))]
          .filter((file) => !named.has(file))
          .map((file) => `/${file}`)
      const files = Object.entries(pages).map(([path, modules]) => [
        path,
        Object.fromEntries(LANGUAGE_TAGS.map((language) => [language, filesOf(modules, language)])),
      ])
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(Object.fromEntries(files)),
      })
    },
  }
}
