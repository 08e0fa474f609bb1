import type { RuntimeConfig } from '@vestry/contract/runtime-config.ts'

let loaded: RuntimeConfig | undefined

/** Fetches what the browser must know, once at start; every later `runtimeConfig()` answers from it. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json')
  if (!response.ok) {
    throw new Error(`/config.json answered ${response.status}`)
  }
  loaded = (await response.json()) as RuntimeConfig
  return loaded
}

export function runtimeConfig(): RuntimeConfig {
  if (loaded === undefined) {
    throw new Error('The runtime configuration is used before it was loaded')
  }
  return loaded
}

/** The address below which the calls of the API lie. */
export function apiAddress(): string {
  return runtimeConfig().apiEndpoint?.replace(/\/$/, '') ?? '/api'
}
