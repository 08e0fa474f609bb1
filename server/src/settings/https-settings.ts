import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { StartupError } from '../startup-error.ts'
import { type Environment, integer, oneOf, text, url } from './read-setting.ts'

/** How the server itself brings https to other machines; `port` is that of https. */
export type HttpsSettings =
  | {
      /** A name on the web, whose certificate a directory gives (ACME, RFC 8555). */
      kind: 'domain'
      name: string
      directory: string
      port: number
    }
  | {
      /** The church's own network, with a certificate of the church's own authority. */
      kind: 'lan'
      name: string
      port: number
    }

const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory'

/** Where the server listens, and the address that people use. */
export type Listening = {
  host: string
  port: number
  publicUrl: string
  https: HttpsSettings | undefined
}

/** Reads what of it is set, beside certificate files (`hasFiles`), which make the one port speak TLS. */
export function listening(env: Environment, hasFiles: boolean): Listening {
  const domain = domainName(env)
  const isLan = oneOf(env, 'VESTRY_LAN', ['off', 'on']) === 'on'
  const chosen = [domain && 'VESTRY_DOMAIN', isLan && 'VESTRY_LAN', hasFiles && 'VESTRY_TLS_CERT'].filter(
    Boolean,
  )
  if (chosen.length > 1) {
    throw new StartupError(`${chosen.join(' and ')} are ways to the same: leave one of them.`)
  }
  const port = integer(env, 'PORT', domain ? 80 : 8080, 0, 65_535)
  if (!domain && !isLan) {
    const publicUrl = url(env, 'VESTRY_PUBLIC_URL', `${hasFiles ? 'https' : 'http'}://localhost:${port}`)
    return { host: text(env, 'HOST') ?? '127.0.0.1', port, publicUrl, https: undefined }
  }
  const httpsPort = integer(env, 'VESTRY_HTTPS_PORT', domain ? 443 : 8443, 1, 65_535)
  const shownPort = httpsPort === 443 ? '' : `:${httpsPort}`
  const publicUrl = url(env, 'VESTRY_PUBLIC_URL', `https://${domain ?? localName()}${shownPort}`)
  const { protocol, hostname: name } = new URL(publicUrl)
  if (protocol !== 'https:' || (domain && name !== domain)) {
    throw new StartupError(
      domain
        ? `VESTRY_PUBLIC_URL must be https://${domain}, as VESTRY_DOMAIN says, or be left out; it is "${publicUrl}".`
        : `VESTRY_PUBLIC_URL must begin with https:// beside VESTRY_LAN; it is "${publicUrl}".`,
    )
  }
  return {
    host: text(env, 'HOST') ?? everyAddress(),
    port,
    publicUrl,
    https: domain
      ? {
          kind: 'domain',
          name,
          directory: text(env, 'VESTRY_ACME_DIRECTORY') ?? LETS_ENCRYPT,
          port: httpsPort,
        }
      : { kind: 'lan', name, port: httpsPort },
  }
}

/** Whether an address with this host name is opened on this machine alone. */
export function isThisMachine(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function domainName(env: Environment): string | undefined {
  const value = text(env, 'VESTRY_DOMAIN')
  if (value === undefined) {
    return undefined
  }
  const { hostname: name = '', href = '' } = URL.parse(`https://${value}`) ?? {}
  if (!name.includes('.') || isIP(name) !== 0 || href !== `https://${name}/`) {
    throw new StartupError(
      `VESTRY_DOMAIN must be a name on the web alone, such as vestry.example.org; it is "${value}".`,
    )
  }
  return name
}

/** The name by which the machines of a network find this one (multicast DNS, RFC 6762). */
function localName(): string {
  const [name = ''] = hostname().toLowerCase().split('.')
  return `${name.replace(/[^a-z\d-]+/g, '-').replace(/^-+|-+$/g, '') || 'vestry'}.local`
}

function everyAddress(): string {
  const addresses = Object.values(networkInterfaces()).flat()
  return addresses.some((address) => address?.family === 'IPv6') ? '::' : '0.0.0.0'
}
