import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { type RunningHouse, startHouse } from './running-house.ts'

/** A house at an https address, with a certificate that it made for itself. */
export async function startHttpsHouse(environment: Record<string, string> = {}): Promise<RunningHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-certificate-'))
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(cert, certificate.cert)
  writeFileSync(key, certificate.private, { mode: 0o600 })
  const house = await startHouse({ VESTRY_TLS_CERT: cert, VESTRY_TLS_KEY: key, ...environment })
  return {
    ...house,
    async destroy() {
      await house.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
