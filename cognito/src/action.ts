import { z } from 'zod'
import type { RequestContext } from './core/requests/request-context.ts'

/** Attributes as the wire has them; one without a value has an empty one, which removes it. */
export const WireAttributes = z.array(z.object({ Name: z.string(), Value: z.string().default('') })).max(50)

/** A member of the protocol that the service does not support: a request with it is refused. */
export const refused = (why: string) => z.custom<never>(() => false, why).optional()

/** The client is public and has no secret. */
export const NoSecret = refused('The client has no secret: leave SecretHash and ClientSecret out.')

export type { RequestContext }

/** One row of an action table: what the action takes and what it does. */
export type Action = {
  input: z.ZodType
  /** Whether it is for operators alone, whose access key signs the request. */
  signed?: true
  act(input: unknown, context: RequestContext): Promise<object>
}

export type ActionTable = Record<string, Action>

/** Binds an action to the shape of its input; `act` is only called with input of that shape. */
export function action<Input extends z.ZodType>(
  input: Input,
  act: (input: z.output<Input>, context: RequestContext) => Promise<object>,
): Action {
  return { input, act: (checked, context) => act(checked as z.output<Input>, context) }
}
