import { IdentityError } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'

/** Refuses a client id that is not this pool's. */
export function checkClient({ ids }: IdentityParts, clientId: string): void {
  if (clientId !== ids.userPoolClientId) {
    throw new IdentityError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`)
  }
}
