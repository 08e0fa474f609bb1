import type { Call, CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import type { ErrorAnswer, ErrorCode } from '@vestry/contract/calls/route.ts'
import {
  currentSession,
  currentUserId,
  readIdentityToken,
  renewToken,
  sessionEnded,
} from '../auth/session.ts'
import { isUnreachable } from '../auth/session-failures.ts'
import { apiAddress } from '../console-config.ts'
import { currentLanguage, findText, t } from '../messages/messages.ts'
import { type AheadAnswer, forgetAhead, takeAhead } from './calls-ahead.ts'
import { noteServerTime } from './clock/server-clock.ts'
import { isOurs, lookForServer, noteLine } from './line.ts'
import { writeQuery } from './write-query.ts'

/** A call that failed. `unreachable`: there was no response; `unreadable`: the response was not one of the API's. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode | 'unreachable' | 'unreadable'
  /** The field of the query or body that was wrong, if the server named one. */
  readonly field: string | undefined
  /** The HTTP status, 0 without a response. */
  readonly status: number
  /** The id of the request, if the server failed and its log says more. */
  readonly reference: string | undefined

  constructor(
    code: ApiError['code'],
    message: string,
    status: number,
    more: { field?: string | undefined; reference?: string | undefined } = {},
  ) {
    super(message)
    this.code = code
    this.status = status
    this.field = more.field
    this.reference = more.reference
  }
}

/** The error of a call without a response, after which it is asked whether the server is there. */
export function unreachable(): ApiError {
  void lookForServer()
  return new ApiError('unreachable', t('data.offline'), 0)
}

/** `keepalive`: the call goes on when its page is closed. */
type Given<C extends Call> = CallInput<C> & { signal?: AbortSignal; keepalive?: true }

/**
 * Makes a call by its name in the contract, such as `GET /preachingManagement`, with the identity token. Query values
 * that are undefined or empty are left out.
 *
 * @throws {ApiError} when the server refuses the call or can't be reached
 * @throws {DOMException} named AbortError when `signal` ends the call
 */
export async function callApi<C extends Call>(call: C, input: Given<C> = {}): Promise<CallAnswer<C>> {
  const response = await request(call, input)
  const answer: unknown = await response.json().catch(() => undefined)
  if (answer === undefined) {
    throw new ApiError('unreadable', t('data.unreadable'), response.status, {
      reference: referenceOf(response),
    })
  }
  return answer as CallAnswer<C>
}

/** After this long without a response, in ms, it is asked whether the server is there. */
const LONG = 5000

/** Makes a call and returns the response if it succeeded. */
async function request<C extends Call>(call: C, input: Given<C>): Promise<Response> {
  const doubt = setTimeout(lookForServer, LONG)
  try {
    return await answerOf(call, input)
  } finally {
    clearTimeout(doubt)
    if (!call.startsWith('GET ')) {
      // What was asked ahead while the change was under way may not show it.
      forgetAhead()
    }
  }
}

async function answerOf<C extends Call>(call: C, input: Given<C>): Promise<Response> {
  const [method = 'GET', path = ''] = call.split(' ')
  const url = `${apiAddress()}${path}${writeQuery(input.query)}`
  const ask = (token: string | undefined) =>
    send(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.signal !== undefined && { signal: input.signal }),
      ...(input.keepalive && { keepalive: true }),
    })
  const person = currentUserId()
  const token = await tokenOf(person, readIdentityToken())
  const ahead = method === 'GET' ? await takeAhead(url, token, input.signal) : forgetAhead()
  let response = ahead ? fromAhead(ahead) : await ask(token)
  if (response.status === 401) {
    // Perhaps the token is only too old by the server's clock; a call that is refused for its token has changed
    // nothing.
    const renewed = token && (await tokenOf(person, renewToken(token)))
    if (renewed !== undefined) {
      response = await ask(renewed)
    }
    if (response.status === 401) {
      await sessionEnded(renewed ?? token)
    }
  }
  if (!isOurs(response)) {
    throw unreachable()
  }
  noteLine(true)
  if (!response.ok) {
    const answer: unknown = await response.json().catch(() => undefined)
    throw asApiError(answer, response)
  }
  return response
}

/**
 * Makes a call that returns a file, and lets the browser save it under `name`.
 *
 * @throws {ApiError} as {@link callApi} does
 */
export async function downloadFile<C extends Call>(
  call: C,
  name: string,
  input: CallInput<C>,
): Promise<void> {
  const file = await (await request(call, input)).blob().catch(() => {
    throw unreachable()
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * A session whose token can't be renewed at the moment goes on: only this one call fails. So does a call if somebody
 * else has signed in since it began: it would be made in their name.
 */
async function tokenOf(
  person: string | undefined,
  looking: Promise<string | undefined>,
): Promise<string | undefined> {
  const token = await looking.catch((error) => {
    if (currentSession().status === 'signed_out') {
      return undefined
    }
    throw isUnreachable(error) ? unreachable() : new ApiError('unavailable', t('data.error.unavailable'), 503)
  })
  if (person !== undefined && person !== currentUserId()) {
    throw new ApiError('not_signed_in', t('data.error.not_signed_in'), 401)
  }
  return token
}

function fromAhead({ response, at }: AheadAnswer): Response {
  noteServerTime(response.headers.get('date'), at)
  return response
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    noteServerTime(response.headers.get('date'))
    return response
  } catch (error) {
    if (init.signal?.aborted === true) {
      throw error
    }
    throw unreachable()
  }
}

/** For these codes the server's own sentence names more than ours: both are shown. */
const NAMES_MORE = new Set(['already_in_class', 'in_another_class', 'class_cancelled'])

/** The server says in English what it refuses and why; in another language the text comes from the code. */
function inOurLanguage(code: string, message: string): string {
  const english = currentLanguage() === 'en' && message !== ''
  const ours = english ? undefined : (findText(`data.error.${code}`) ?? findText(`staff.error.${code}`))
  if (ours === undefined) {
    return message
  }
  return NAMES_MORE.has(code) ? `${ours} ${message}` : ours
}

function referenceOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

function asApiError(answer: unknown, response: Response): ApiError {
  const { status } = response
  if (typeof answer === 'object' && answer !== null && 'error' in answer && 'message' in answer) {
    const { error, message, field } = answer as ErrorAnswer
    const reference = status >= 500 ? referenceOf(response) : undefined
    return new ApiError(error as ErrorCode, inOurLanguage(error, message), status, { field, reference })
  }
  return new ApiError('unreadable', t('data.unreadable'), status, { reference: referenceOf(response) })
}
