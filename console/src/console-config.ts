import { AS_IT_COMES } from '@vestry/contract/rules/church-setting-rules.ts'
import {
  type ChurchDescription,
  CONFIG_ELEMENT,
  type RuntimeConfig,
} from '@vestry/contract/rules/runtime-config.ts'

let loaded: RuntimeConfig | undefined
const listeners = new Set<() => void>()

/** What the browser must know at start, if the server wrote it into the page. */
export function readPageConfig(): RuntimeConfig | undefined {
  const written = globalThis.document?.getElementById(CONFIG_ELEMENT)?.textContent
  return written ? (JSON.parse(written) as RuntimeConfig) : undefined
}

/** Finds what the browser must know at start: in the page, unless it is an old one from the way back, or at the server. */
export async function startRuntimeConfig(): Promise<RuntimeConfig> {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const written = readPageConfig()
  loaded = arrival?.type === 'back_forward' && !written?.kept ? undefined : written
  return loaded ?? (await loadRuntimeConfig())
}

/**
 * Loads what the browser must know, also after it was changed here; `runtimeConfig()` then returns it. With `no-store`
 * only the server may answer.
 */
export async function loadRuntimeConfig(cache: RequestCache = 'default'): Promise<RuntimeConfig> {
  const response = await fetch('/config.json', { cache })
  if (!response.ok) {
    throw new Error(`/config.json answered ${response.status}`)
  }
  const config = (await response.json()) as RuntimeConfig
  loaded = config
  for (const listener of listeners) {
    listener()
  }
  return config
}

export function runtimeConfig(): RuntimeConfig {
  if (loaded === undefined) {
    throw new Error('The runtime configuration is used before it was loaded')
  }
  return loaded
}

/** Calls back when the configuration was loaded again; returns a function that stops that. */
export function onConfigChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The church's settings for everybody's screens; the defaults, until the configuration is loaded. */
export function church(): ChurchDescription {
  return loaded?.church ?? AS_IT_COMES
}

/** The address below which the calls of the API are. */
export function apiAddress({ apiEndpoint } = runtimeConfig()): string {
  return apiEndpoint?.replace(/\/$/, '') ?? '/api'
}
