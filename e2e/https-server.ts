import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { type RunningServer, startTestServer } from './running-server.ts'

/** A server at an https address, with a certificate that it made for itself. */
export async function startHttpsServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-certificate-'))
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(cert, certificate.cert)
  writeFileSync(key, certificate.private, { mode: 0o600 })
  const server = await startTestServer({ VESTRY_TLS_CERT: cert, VESTRY_TLS_KEY: key, ...environment })
  return {
    ...server,
    async destroy() {
      await server.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
