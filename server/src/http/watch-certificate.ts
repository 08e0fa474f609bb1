import { readFileSync } from 'node:fs'
import type { Server } from 'node:https'
import type { FastifyInstance } from 'fastify'

/** Paths of a certificate and its key. */
export type CertificateFiles = { cert: string; key: string }

/** What TLS 1.2 may use: only forward secrecy with authenticated encryption. All of TLS 1.3 has both. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

export const TLS_OPTIONS = { ciphers: CIPHERS, minVersion: 'TLSv1.2' as const }

export function readCertificate({ cert, key }: CertificateFiles) {
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8'), ...TLS_OPTIONS }
}

/**
 * Returns the job that takes up a renewed certificate; open connections keep the old one. If the certificate and its
 * key don't belong together it throws, once, and the old ones stay.
 */
export function watchCertificate(http: FastifyInstance, files: CertificateFiles): () => Promise<void> {
  let known = readCertificate(files)
  return async () => {
    const found = readCertificate(files)
    if (found.cert === known.cert && found.key === known.key) {
      return
    }
    known = found
    try {
      ;(http.server as Server).setSecureContext(found)
    } catch (cause) {
      throw new Error(
        'The renewed VESTRY_TLS_CERT and VESTRY_TLS_KEY could not be taken up; the former stay.',
        { cause },
      )
    }
  }
}
