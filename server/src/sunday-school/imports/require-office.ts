import type { Caller } from '../../http/caller.ts'
import { requireRight } from '../../http/mount-routes.ts'

/** Whoever arranges classes and sees all children: an import is about any of them. */
export function requireOffice(caller: Caller): void {
  requireRight('children', caller)
  requireRight('allChildren', caller)
}
