import { join } from 'node:path'
import type { Clock } from '../../server/src/clock.ts'
import { openBucketRole } from './bucket-role.ts'
import { openBucket } from './bucket-store.ts'
import type { FindCredential } from './credentials.ts'
import { openStore, openStoreReadOnly } from './object-store.ts'
import { DEFAULT_BUCKET, type ReadableStore, type Store } from './store.ts'

type BucketSettings = {
  bucket: string
  endpoint: string | undefined
  roleArn: string | undefined
  stsEndpoint: string | undefined
}

type StorageSettings = {
  s3: BucketSettings | undefined
  cognito: { identityPoolId: string | undefined } | undefined
  dataFolder: string
  region: string
  consoleOrigins: readonly string[]
}

/** The store that the settings name: a bucket elsewhere, or the embedded one in the data folder. */
export async function openStorage(
  config: StorageSettings,
  parts: { findCredential: FindCredential; clock: Clock; prefixes: readonly string[] },
): Promise<Store> {
  const { s3, cognito, dataFolder, region, consoleOrigins } = config
  if (!s3) {
    const folder = join(dataFolder, 'objects')
    return await openStore({ ...parts, folder, bucket: DEFAULT_BUCKET, region, consoleOrigins })
  }
  const straight = s3.roleArn !== undefined || cognito?.identityPoolId !== undefined
  return await openBucket({ ...s3, ...parts, region, consoleOrigins, straight })
}

/** The same for a program beside the server: to write, if the server doesn't run, or to read, whether it does or not. */
export async function openStorageAlone(config: StorageSettings, parts: Alone): Promise<Store> {
  const store = await openStorage(config, { ...parts, findCredential: async () => undefined })
  return config.s3 ? { ...store, list: listPrefixes(store, parts.prefixes) } : store
}

export async function openStorageToRead(config: StorageSettings, parts: Alone): Promise<ReadableStore> {
  return config.s3
    ? await openStorageAlone(config, parts)
    : openStoreReadOnly(join(config.dataFolder, 'objects'), DEFAULT_BUCKET)
}

type Alone = { clock: Clock; prefixes: readonly string[] }

/** A bucket elsewhere may hold more than the church's, and its policy may say so. */
function listPrefixes(store: Store, prefixes: readonly string[]): Store['list'] {
  return async function* (prefix = '') {
    for (const one of prefix === '' ? prefixes : [prefix]) {
      yield* store.list(one)
    }
  }
}

/** The role whose credentials the browser is given, where the settings name one. */
export function openRole(
  { s3, region }: { s3: BucketSettings | undefined; region: string },
  prefixes: readonly string[],
) {
  return s3?.roleArn === undefined
    ? undefined
    : openBucketRole({ ...s3, roleArn: s3.roleArn, region, prefixes })
}
