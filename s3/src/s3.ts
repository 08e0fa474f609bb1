/** What a program may import of this package; README.md shows how. */
export type { Credential, FindCredential } from './access.ts'
export { createObjectStore, readObjectStore } from './disk/disk-store.ts'
export { openRole } from './remote/bucket-role.ts'
export { openRemoteStore } from './remote/remote-store.ts'
export { answerRead, type ReadAnswer } from './request/answer-read.ts'
export {
  type Keeper,
  type ListedObject,
  type ObjectStore,
  type ProtocolOptions,
  type ReadableStore,
  StoreOpenError,
} from './store.ts'
