import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { openBucket } from './bucket-store.ts'
import type { FindCredential } from './credentials.ts'
import { openStore } from './object-store.ts'
import type { Store } from './store.ts'

/** The name of the bucket in the embedded store. */
const BUCKET = 'preaching'

/** The store that the settings name: a bucket elsewhere, or the embedded one in the data folder. */
export async function openStorage(
  config: {
    s3: { bucket: string; endpoint: string | undefined; roleArn: string | undefined } | undefined
    cognito: { identityPoolId: string | undefined } | undefined
    dataFolder: string
    region: string
    consoleOrigins: readonly string[]
  },
  parts: { findCredential: FindCredential; clock: Clock; prefixes: readonly string[] },
): Promise<Store> {
  const { s3, cognito, dataFolder, region, consoleOrigins } = config
  if (!s3) {
    const folder = join(dataFolder, 'objects')
    return await openStore({ ...parts, folder, bucket: BUCKET, region, consoleOrigins })
  }
  const straight = s3.roleArn !== undefined || cognito?.identityPoolId !== undefined
  return await openBucket({ ...s3, ...parts, region, consoleOrigins, straight })
}
