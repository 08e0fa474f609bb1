import type { WriteCondition } from '../request/conditions.ts'
import type { S3Request } from '../request/s3-request.ts'
import { isOfAnother, isOwn } from '../request/uploader.ts'
import { ObjectKept } from '../s3-errors.ts'
import type { ObjectHeaders, ProtocolOptions } from '../store.ts'

/** What is known about a key that somebody wants to change. */
export type KeyState = {
  /** The object that is there. */
  object: { headers: ObjectHeaders } | undefined
  /** Whether somebody else has begun an upload to it. */
  isAwaited: boolean
}

type Keeper = ProtocolOptions['keeper']

/**
 * The condition on which a write of a key may go through: a person who isn't an owner replaces only what they have
 * uploaded and no record names. Throws AccessDenied.
 */
export async function keepFromWrite(
  keeper: Keeper,
  { key, signature }: S3Request,
  condition: WriteCondition,
  { object, isAwaited }: KeyState,
): Promise<WriteCondition> {
  // An object that must be new replaces nothing.
  if (!keeper || signature.credential.everyBucket || condition.mustBeNew) {
    return condition
  }
  const isTheirs = object ? isOwn(object.headers, signature) : !isAwaited
  if (!isTheirs || (object && !(await keeper.whileUnused(key, async () => undefined)))) {
    throw new ObjectKept(key, 'What is there belongs to a record or to somebody else: it stays.')
  }
  // Another one may appear there until this is written.
  return { ...condition, mayReplace: (headers) => isOwn(headers, signature) }
}

/**
 * Runs `remove` if it is allowed: a person who isn't an owner removes nothing that a record names, nor somebody else's
 * upload that no record has named yet. Throws AccessDenied.
 */
export async function keepFromRemoval(
  keeper: Keeper,
  { signature }: S3Request,
  key: string,
  { object, isAwaited }: KeyState,
  remove: () => Promise<void>,
): Promise<void> {
  if (!keeper) {
    return await remove()
  }
  const isOwner = signature.credential.everyBucket === true
  const isAnothers = isAwaited || (object !== undefined && isOfAnother(object.headers, signature))
  const isFree = await keeper.whileUnused(key, async (isReleased) => {
    if (!isOwner && isAnothers && (isAwaited || !isReleased)) {
      throw new ObjectKept(key, "Somebody else's upload stays.")
    }
    await remove()
  })
  if (!isFree) {
    if (!isOwner) {
      throw new ObjectKept(key, 'A record names this object: it stays.')
    }
    await remove()
  }
}
