import { CONFIG_ELEMENT, type RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'

/** What the browser must know at start, if the server wrote it into the page. */
export function readPageConfig(): RuntimeConfig | undefined {
  const written = globalThis.document?.getElementById(CONFIG_ELEMENT)?.textContent
  return written ? (JSON.parse(written) as RuntimeConfig) : undefined
}
