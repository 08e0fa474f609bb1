import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { CONFIG_ELEMENT, type RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'

/** The files that a page needs besides those that index.html names, by its path and language (console/build). */
type PageFiles = Readonly<Record<string, Readonly<Record<MessageLanguage, readonly string[]>>>>
type Asked = { path: string; language: MessageLanguage; config: RuntimeConfig }

const [HEAD, END_OF_HEAD] = ['<head>', '</head>']
/** With this the page asks for its configuration itself. */
const CONFIG_LINK = /\s*<link rel="preload" href="\/config\.json"[^>]*>/

/**
 * Reads a page of the console, and returns what makes it for one address: what the browser must know at start is in it,
 * and the names of the files that this address needs, so that they are asked for at once.
 */
export async function readConsolePage(
  folder: string,
  name = 'index.html',
): Promise<(asked: Asked) => string> {
  const [page, files] = await Promise.all([
    readFile(join(folder, name), 'utf8'),
    readFile(join(folder, 'pages.json'), 'utf8').then((text) => JSON.parse(text) as PageFiles),
  ])
  const [before, rest = ''] = page.replace(CONFIG_LINK, '').split(HEAD, 2)
  const [head, after = ''] = rest.split(END_OF_HEAD, 2)
  return ({ path, language, config }) => {
    const named = Object.hasOwn(files, path) ? (files[path]?.[language] ?? []) : []
    // A browser asks for few files at a time: those that index.html names come first.
    return [before, HEAD, writeConfig(config), head, ...named.map(writeLink), END_OF_HEAD, after].join('')
  }
}

/** The policy lets no script run that stands in a page; this one is data. */
function writeConfig(config: RuntimeConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${CONFIG_ELEMENT}">${json}</script>`
}

function writeLink(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`
}
