import { z } from 'zod'
import { type Action, action, type RequestContext } from '../action.ts'
import type { RecordEvent } from '../core/audit-events.ts'
import type { User } from '../core/users/users-sql.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

/** Who calls with an access key, and how their doings are recorded. */
export type Operator = { context: RequestContext; record: RecordEvent }

export const Username = z.string().min(1).max(320)

/** An action for those whose access key signs the request. */
export function signedAction<Shape extends z.ZodRawShape>(
  parts: CognitoParts,
  shape: Shape,
  act: (input: z.output<z.ZodObject<Shape>>, operator: Operator) => Promise<object>,
): Action {
  const checked = action(z.object(shape), async (given, context) => {
    if (!context.operator) {
      throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token')
    }
    return act(given, { context, record: recorderOf(parts, context) })
  })
  return { ...checked, signed: true }
}

/** The same on the user pool, which it names. */
export function operatorAction<Shape extends z.ZodRawShape>(
  parts: CognitoParts,
  shape: Shape,
  act: (input: z.output<z.ZodObject<Shape>>, operator: Operator) => Promise<object>,
): Action {
  return signedAction(parts, { ...shape, UserPoolId: z.string().max(64) }, async (given, operator) => {
    const { UserPoolId } = given as { UserPoolId: string }
    if (UserPoolId !== parts.ids.userPoolId) {
      throw new CognitoError('ResourceNotFoundException', `User pool ${UserPoolId} does not exist.`)
    }
    return act(given as z.output<z.ZodObject<Shape>>, operator)
  })
}

/** Actions with the server's own key are recorded by the part that knows the user behind them. */
function recorderOf(
  { accessKeys, auditLog }: CognitoParts,
  { operator, address }: RequestContext,
): RecordEvent {
  return async (entry, into) => {
    if (operator && !accessKeys.isServer(operator)) {
      await auditLog.record({ ...entry, actor: { name: `access key ${operator.name}` }, address }, into)
    }
  }
}

/** The user that an email address or an id names. */
export async function requireUser({ users }: CognitoParts, username: string): Promise<User> {
  const { user } = await users.identify(username)
  if (!user) {
    throw new CognitoError('UserNotFoundException', 'User does not exist.')
  }
  return user
}
