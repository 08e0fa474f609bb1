import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { consolePolicy, PAGE_HEADERS, withWebAssembly } from '../http/security-headers.ts'
import { StartupError } from '../startup-error.ts'
import { UsageError } from './usage-error.ts'

export const CONSOLE_CONFIG_HELP = `vestry console-config [--headers]
    Prints the config.json of a console that is served as static files from another origin, as the running server
    tells it; with --headers, the headers that its files are to be served with. docs/aws.md shows where they go.`

type Settings = { publicUrl: string; consoleOrigins: readonly string[] }

/** Runs `console-config`; throws UsageError or StartupError, both with one sentence to show. */
export async function runConsoleConfigCommand(
  { publicUrl, consoleOrigins }: Settings,
  write: (line: string) => void,
  args: readonly string[],
): Promise<void> {
  const unknown = args.find((arg) => arg !== '--headers')
  if (unknown !== undefined) {
    throw new UsageError(`"console-config" takes nothing like "${unknown}".`)
  }
  if (consoleOrigins.length === 0) {
    throw new StartupError(
      'VESTRY_CONSOLE_ORIGINS must name the origin of the console first, or the browser lets it read nothing.',
    )
  }
  const config = fromElsewhere(await askServer(publicUrl), publicUrl)
  if (args.length === 0) {
    write(JSON.stringify(config, null, 2))
    return
  }
  const headers = {
    // All files have the same headers there, and one of them needs WebAssembly to encode MP3.
    'content-security-policy': withWebAssembly(consolePolicy(config)),
    'x-content-type-options': 'nosniff',
    ...PAGE_HEADERS,
  }
  for (const [name, value] of Object.entries(headers)) {
    write(`${name}: ${value}`)
  }
}

/** The configuration with whole addresses in place of the server's own paths. */
export function fromElsewhere(config: RuntimeConfig, publicUrl: string): RuntimeConfig {
  const whole = (endpoint: string) => new URL(endpoint, publicUrl).href
  const { userPoolEndpoint, identityPoolEndpoint, church } = config
  return {
    ...config,
    apiEndpoint: whole('/api'),
    ...(userPoolEndpoint !== undefined && { userPoolEndpoint: whole(userPoolEndpoint) }),
    ...(identityPoolEndpoint !== undefined && { identityPoolEndpoint: whole(identityPoolEndpoint) }),
    storageEndpoint: whole(config.storageEndpoint),
    church: { ...church, logo: church.logo && whole(church.logo) },
  }
}

async function askServer(publicUrl: string): Promise<RuntimeConfig> {
  const address = `${publicUrl}/config.json`
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) })
    if (answer.ok) {
      return (await answer.json()) as RuntimeConfig
    }
    throw new Error(`It answered ${answer.status}.`)
  } catch (cause) {
    throw new StartupError(
      `${address} does not answer; start the server, and run this where VESTRY_PUBLIC_URL can be reached.`,
      { cause },
    )
  }
}
