import { CognitoError } from './errors.ts'
import type { CognitoParts } from './parts.ts'

/** Refuses a client id that is not this pool's. */
export function checkClient({ ids }: CognitoParts, clientId: string): void {
  if (clientId !== ids.userPoolClientId) {
    throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`)
  }
}
