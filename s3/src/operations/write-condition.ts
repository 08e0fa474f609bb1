import type { ObjectSql } from '../disk/object-sql.ts'
import type { WriteCondition } from '../request/conditions.ts'
import type { S3Request } from '../request/s3-request.ts'
import { S3Error } from '../s3-errors.ts'
import type { Context } from './context.ts'
import { keepFromWrite } from './keep-objects.ts'

/**
 * The condition on which the sender of a request may still write its key: while a body comes in, a right may end, or
 * somebody else may begin to need what is there. Throws AccessDenied.
 */
export async function writeCondition(
  { keeper, objects, uploads }: Context,
  request: S3Request,
  asked: WriteCondition,
): Promise<WriteCondition> {
  const { key, signature } = request
  await signature.confirm()
  const isAwaited = uploads.isOfAnother(key, signature.person)
  return await keepFromWrite(keeper, request, asked, { object: objects.find(key), isAwaited })
}

/** Tells the sender of a write with a condition, as S3 does, when the key was removed while the body came. */
export function watchForRemoval(objects: ObjectSql, key: string, { mustBeNew, mustMatch }: WriteCondition) {
  let isRemoved = false
  const stop = objects.onRemoval(key, () => {
    isRemoved = mustBeNew || mustMatch !== undefined
  })
  return {
    /** Throws ConditionalRequestConflict. */
    refuse(): void {
      if (isRemoved) {
        throw new S3Error('ConditionalRequestConflict')
      }
    },
    stop,
  }
}
