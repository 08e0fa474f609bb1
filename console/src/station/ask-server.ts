import type { Call, CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import type { ErrorAnswer } from '@vestry/contract/calls/route.ts'
import { apiAddress } from '../console-config.ts'

/** Whoever stands there waits no longer than so for an answer, in milliseconds. */
const PATIENCE = 8000

type StationCall = Extract<Call, `${string} /station${string}`>

/** What the server refused, by its code; `away` where no server answers, or it can't at the moment. */
export class Refused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Makes a call as the station that has this key. */
export async function askServer<C extends StationCall>(
  call: C,
  key: string,
  body?: CallInput<C>['body'],
): Promise<CallAnswer<C>> {
  const [method = '', path = ''] = call.split(' ')
  let response: Response
  let answer: unknown
  try {
    response = await fetch(apiAddress() + path, {
      method,
      headers: {
        authorization: `Station ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    })
    answer = await response.json()
  } catch {
    throw new Refused('away')
  }
  if (!response.ok) {
    throw new Refused(response.status >= 500 ? 'away' : (answer as ErrorAnswer).error)
  }
  return answer as CallAnswer<C>
}
