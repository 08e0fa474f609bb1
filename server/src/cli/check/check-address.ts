import { request as askPlainly } from 'node:http'
import { request as askSecurely } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import type { Clock } from '../../clock.ts'
import { readFailedTry, sayCertificateFailure } from '../../https/failed-try.ts'
import { readSecret } from '../../https/secret-file.ts'
import type { HttpsSettings } from '../../settings/https-settings.ts'
import { collectFindings, type Finding } from './finding.ts'

const PATIENCE = 10_000
const SOON = 14 * 24 * 60 * 60_000

type Settings = { publicUrl: string; https: HttpsSettings | undefined; dataFolder: string }

/** Opens the address that people use, as far as it can be opened from this machine. */
export async function checkAddress(
  { publicUrl, https, dataFolder }: Settings,
  clock: Clock,
): Promise<Finding[]> {
  const { findings, ok, warn, fault } = collectFindings('address')
  const keys = join(dataFolder, 'keys')
  const failed = https?.kind === 'domain' ? readFailedTry(keys, https.name) : undefined
  if (failed && https) {
    fault(
      sayCertificateFailure(https.name, failed),
      'The server tries again by itself, and when it is started.',
    )
  }
  try {
    const { isOurs, validUntil } = await open(
      publicUrl,
      https?.kind === 'lan' ? authorityIn(keys) : undefined,
    )
    if (!isOurs) {
      fault(`At ${publicUrl} another server answers.`, 'Let the name, and the router, lead to this machine.')
    } else if (validUntil !== undefined && validUntil.getTime() - clock.now() < SOON) {
      warn(
        `The certificate of ${publicUrl} ends on ${dayOf(validUntil)}.`,
        'Look at the log of whatever renews it.',
      )
    } else {
      ok(`${publicUrl} answers${validUntil ? `, with a certificate until ${dayOf(validUntil)}` : ''}.`)
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const [what, todo] = EXPLAINED[code] ?? [message, 'Fix that, and check again.']
    const finding = `${publicUrl} can't be opened from here: ${what}`
    if (NOT_RUNNING.includes(code)) {
      warn(finding, todo)
    } else {
      fault(finding, todo)
    }
  }
  return findings
}

/** It may be that the server is stopped, as it may be while it is checked. */
const NOT_RUNNING = ['ECONNREFUSED', 'ETIMEDOUT']

const NO_ANSWER = 'nobody answers'
const NO_ADDRESS = 'the name leads nowhere'
const WRONG_CERTIFICATE = 'its certificate is not one that browsers trust'

/** What each error means, and what to do about it. */
const EXPLAINED: Record<string, [what: string, todo: string]> = {
  ECONNREFUSED: [`${NO_ANSWER}.`, 'Start the server; if it runs, open the port in the firewall.'],
  ETIMEDOUT: [
    `${NO_ANSWER} in time.`,
    'Start the server; if it runs, open the port in the firewall and in the router.',
  ],
  ENOTFOUND: [
    `${NO_ADDRESS}.`,
    'Make an A record for it; in a network without such names, use the address of this machine.',
  ],
  EAI_AGAIN: [`${NO_ADDRESS}, or there is no network.`, 'Look at the network of this machine.'],
  CERT_HAS_EXPIRED: ['its certificate has ended.', 'Look at the log of whatever renews it.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    `${WRONG_CERTIFICATE}.`,
    'Use VESTRY_DOMAIN or VESTRY_LAN, or a certificate of a public authority.',
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [`${WRONG_CERTIFICATE}.`, 'Give the whole chain in VESTRY_TLS_CERT.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another name.', 'Get one for this name.'],
}

async function open(
  publicUrl: string,
  ca: string | undefined,
): Promise<{ isOurs: boolean; validUntil: Date | undefined }> {
  const address = `${publicUrl}/healthz`
  const ask = address.startsWith('https:') ? askSecurely : askPlainly
  return await new Promise((resolve, reject) => {
    const asked = ask(address, { agent: false, ...(ca !== undefined && { ca }) }, async (response) => {
      const socket = response.socket as TLSSocket
      const until = socket.encrypted ? socket.getPeerCertificate().valid_to : undefined
      const answer = (await json(response).catch(() => undefined)) as { status?: string } | undefined
      resolve({
        isOurs: answer?.status === 'alive',
        validUntil: until === undefined ? undefined : new Date(until),
      })
    })
    asked.on('error', reject)
    asked.setTimeout(PATIENCE, () =>
      asked.destroy(Object.assign(new Error('No answer.'), { code: 'ETIMEDOUT' })),
    )
    asked.end()
  })
}

/** Without its key, which stands behind it; the server's first start makes it. */
function authorityIn(keys: string): string | undefined {
  return readSecret(join(keys, 'authority.pem'))?.split('-----BEGIN PRIVATE KEY-----')[0]
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
