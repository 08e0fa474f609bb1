import { join } from 'node:path'
import { DEFAULT_POSTER_PATH, IMAGE_PREFIX, MEDIA_PREFIX } from '@vestry/contract/sermons/media.ts'
import {
  createObjectStore,
  type FindCredential,
  type ObjectStore,
  openRemoteStore,
  openRole,
  type ProtocolOptions,
  type ReadableStore,
  readObjectStore,
  StoreOpenError,
} from '@vestry/s3'
import type { Clock } from './clock.ts'
import { protectTransfer } from './http/limit-connections.ts'
import { explainInUse } from './lock-data-folder.ts'
import { StartupError } from './startup-error.ts'

/**
 * The part of the bucket that the church uses: a remote bucket may hold more, and its policy may be limited to this.
 */
export const STORE_PREFIXES = [IMAGE_PREFIX, MEDIA_PREFIX]

/** The objects of it that only the server writes; the console needs them. */
const PROTECTED_KEYS = [DEFAULT_POSTER_PATH]

/** The bucket of the embedded store. */
const BUCKET = 'preaching'

/** With the bucket's address for the browser, which may be a path of this server. */
export type Store = ObjectStore & {
  address: string
  /** Whether the browser uses the bucket directly, with credentials that can't remove anything. */
  isDirect: boolean
}

type BucketSettings = {
  bucket: string
  endpoint: string | undefined
  roleArn: string | undefined
  stsEndpoint: string | undefined
}

type StoreSettings = {
  s3: BucketSettings | undefined
  cognito: { identityPoolId: string | undefined } | undefined
  dataFolder: string
  region: string
  consoleOrigins: readonly string[]
}

/** The store that the settings name: a remote bucket, or the embedded one in the data folder. Throws StartupError. */
export async function openStore(
  config: StoreSettings,
  parts: { clock: Clock; findCredential: FindCredential } & Pick<ProtocolOptions, 'keeper' | 'onChange'> & {
      /** The secret by which a person's own uploads are recognised. */
      secret?: string
    },
): Promise<Store> {
  const { s3, cognito, region } = config
  const protocol: Parameters<typeof createObjectStore>[0] = {
    folder: join(config.dataFolder, 'objects'),
    bucket: BUCKET,
    region,
    ...parts,
    origins: config.consoleOrigins,
    isProtected: (key) => PROTECTED_KEYS.includes(key),
    onAuthenticated: (request, { person, access }) => {
      if (access === 'write') {
        protectTransfer(request, person)
      }
    },
    onError: (request, code) => {
      request.failure = code
    },
  }
  try {
    const store = s3
      ? await openRemoteStore({ ...protocol, ...s3, prefixes: STORE_PREFIXES })
      : await createObjectStore(protocol)
    const isDirect = s3?.roleArn !== undefined || cognito?.identityPoolId !== undefined
    const address = (isDirect ? store.address : undefined) ?? `/s3/${store.bucket}`
    return { ...store, address, isDirect }
  } catch (error) {
    throw toStartupError(error, config)
  }
}

/** The store for a command beside the server: for writing, if the server isn't running. */
export async function openStoreAlone(config: StoreSettings, clock: Clock): Promise<Store> {
  const store = await openStore(config, { clock, findCredential: async () => undefined })
  return config.s3 ? { ...store, list: listPrefixes(store) } : store
}

/** The same for reading, whether or not the server is running. */
export async function openStoreToRead(config: StoreSettings, clock: Clock): Promise<ReadableStore> {
  if (config.s3) {
    return await openStoreAlone(config, clock)
  }
  try {
    return readObjectStore(join(config.dataFolder, 'objects'), BUCKET)
  } catch (error) {
    throw toStartupError(error, config)
  }
}

function listPrefixes(store: Store): Store['list'] {
  return async function* (prefix = '') {
    for (const one of prefix === '' ? STORE_PREFIXES : [prefix]) {
      yield* store.list(one)
    }
  }
}

/** The role whose credentials the browser gets, if the settings name one. */
export function openBrowserRole({ s3, region }: Pick<StoreSettings, 's3' | 'region'>) {
  return s3?.roleArn === undefined
    ? undefined
    : openRole({
        ...s3,
        roleArn: s3.roleArn,
        region,
        prefixes: STORE_PREFIXES,
        protectedKeys: PROTECTED_KEYS,
      })
}

function toStartupError(error: unknown, config: StoreSettings): unknown {
  return error instanceof StoreOpenError ? new StartupError(explain(error, config), { cause: error }) : error
}

/** Why the store can't be opened, and which setting to change. */
function explain({ reason, message, detail, location }: StoreOpenError, config: StoreSettings): string {
  const { s3, region } = config
  switch (reason) {
    case 'locked':
      return explainInUse(location)
    case 'newer-version':
      return 'The object store was last opened by a newer Vestry. Install that version again, or a later one.'
    case 'other-version':
      return `${location} was written by another version of Vestry; start this one on it first.`
    case 'no-credentials':
      return 'S3_BUCKET needs a key to the store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.'
    case 'unknown-key':
      return `The store at ${location} does not know the key that AWS_ACCESS_KEY_ID names.`
    case 'wrong-secret':
      return `AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, says the store at ${location}.`
    case 'wrong-clock':
      return `The clock of this machine is wrong, says the store at ${location}.`
    case 'no-bucket':
      return `S3_BUCKET names the bucket ${s3?.bucket}, which does not exist at ${location}.`
    case 'wrong-region':
      return `AWS_REGION is ${region}, but the bucket ${s3?.bucket} of S3_BUCKET lies ${detail ? `in ${detail}` : 'elsewhere'}.`
    case 'access-denied':
      return `The key of AWS_ACCESS_KEY_ID may not list the bucket ${s3?.bucket} of S3_BUCKET at ${location} (${detail}).`
    case 'unreachable':
      return `The store at ${location} can't be reached: check ${s3?.endpoint === undefined ? 'AWS_REGION' : 'S3_ENDPOINT'} and the network (${detail}).`
    case 'failed':
      return `The store at ${location} that S3_BUCKET names answered ${detail}; start again when it works.`
    default:
      return message
  }
}
