import { CONFIG_ELEMENT } from '@vestry/contract/rules/runtime-config.ts'

export const CONFIG_PATH = '/config.json'

/** With the server's page comes its configuration; with a page that is a file, a link to it. */
const CONFIG = new RegExp(
  `<script[^>]* id="${CONFIG_ELEMENT}">.*?</script>|<link[^>]*"${CONFIG_PATH}"[^>]*>`,
  'g',
)
const FILE_TYPES = /javascript|css|wasm/

type Answer = Pick<Response, 'ok' | 'redirected' | 'headers'>

const typeOf = ({ headers }: Answer) => headers.get('content-type') ?? ''
const isOwn = (answer: Answer) => answer.ok && !answer.redirected

/** Whether this is a file of the console, and not the page of a Wi-Fi that answers in the server's place. */
export function isFile(answer: Answer): boolean {
  return isOwn(answer) && FILE_TYPES.test(typeOf(answer))
}

/** Whether this is the page of the build that has this file. */
export function isPage(answer: Answer, page: string, file: string): boolean {
  return isOwn(answer) && typeOf(answer).includes('html') && page.includes(`"${file}"`)
}

/** Whether this is what a browser must know at start. */
export function isConfig(answer: Answer, config: string): boolean {
  return isOwn(answer) && typeOf(answer).includes('json') && config.includes('"userPoolId"')
}

/** The console's page with the kept configuration in it, so that it need not ask. */
export function writePage(page: string, config: string): string {
  const json = config.replace('{', '{"kept":true,').replaceAll('<', '\\u003c')
  return page
    .replace(CONFIG, '')
    .replace('<head>', () => `<head><script type="application/json" id="${CONFIG_ELEMENT}">${json}</script>`)
}
