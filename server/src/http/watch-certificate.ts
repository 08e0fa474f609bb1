import { readFileSync } from 'node:fs'
import type { Server } from 'node:https'
import type { FastifyInstance } from 'fastify'

/** Paths of a certificate and its key. */
export type CertificateFiles = { cert: string; key: string }

export function readCertificate({ cert, key }: CertificateFiles) {
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

/**
 * Answers the job that takes up a certificate that was renewed; connections that are open keep theirs. Where it and
 * its key don't belong together it throws, once, and the former ones stay.
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
