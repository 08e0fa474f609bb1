import { z } from 'zod'
import { IdentityError } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Note } from '../people/accounts.ts'
import type { Person } from '../people/people.ts'
import { type Action, type Asker, action } from './action.ts'

/** Who calls by an access key, and how what they do is written down. */
export type Operator = { asker: Asker; note: Note }

export const Username = z.string().min(1).max(320)

/** An action for those whose access key signs the request. */
export function signedAction<Shape extends z.ZodRawShape>(
  parts: IdentityParts,
  shape: Shape,
  act: (input: z.output<z.ZodObject<Shape>>, operator: Operator) => Promise<object>,
): Action {
  const checked = action(z.object(shape), async (given, asker) => {
    if (!asker.operator) {
      throw new IdentityError('MissingAuthenticationTokenException', 'Missing Authentication Token')
    }
    return act(given, { asker, note: noteOf(parts, asker) })
  })
  return { ...checked, signed: true }
}

/** The same on the user pool, which it names. */
export function operatorAction<Shape extends z.ZodRawShape>(
  parts: IdentityParts,
  shape: Shape,
  act: (input: z.output<z.ZodObject<Shape>>, operator: Operator) => Promise<object>,
): Action {
  return signedAction(parts, { ...shape, UserPoolId: z.string().max(64) }, async (given, operator) => {
    const { UserPoolId } = given as { UserPoolId: string }
    if (UserPoolId !== parts.ids.userPoolId) {
      throw new IdentityError('ResourceNotFoundException', `User pool ${UserPoolId} does not exist.`)
    }
    return act(given as z.output<z.ZodObject<Shape>>, operator)
  })
}

/** What the server does with its own key is written down by the part that knows the person behind it. */
function noteOf({ accessKeys, journal }: IdentityParts, { operator, address }: Asker): Note {
  return async (entry, into) => {
    if (operator && !accessKeys.isServer(operator)) {
      await journal.record({ ...entry, actor: { name: `access key ${operator.name}` }, address }, into)
    }
  }
}

/** The person that an e-mail address or an id names. */
export async function requirePerson({ people }: IdentityParts, username: string): Promise<Person> {
  const { person } = await people.identify(username)
  if (!person) {
    throw new IdentityError('UserNotFoundException', 'User does not exist.')
  }
  return person
}
