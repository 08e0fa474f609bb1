import type { Call, CallInput } from '@vestry/contract/calls/api.ts'

/** What the calls of the door are sent. */
export type Body<C extends Call> = NonNullable<CallInput<C>['body']>
export type Arriving = Body<'POST /door/arrivals'>
export type Newcomers = Body<'POST /door/newcomers'>
export type Giving = Body<'POST /door/handovers'>
