// Calling a parent at the door. No schema is here, so that the browser may load it.

/** How a parent is called: by the family's number on the public screen, or with a message. */
export const CALL_WAYS = ['screen', 'text', 'email'] as const
export type CallWay = (typeof CALL_WAYS)[number]
export const MESSAGE_WAYS = ['text', 'email'] as const satisfies readonly CallWay[]
export type MessageWay = (typeof MESSAGE_WAYS)[number]

/** Why a parent is called. Those who work at the door see it; no message and no screen says it. */
export const CALL_REASONS = ['wanted', 'comfort', 'toilet', 'unwell', 'hurt'] as const
export type CallReason = (typeof CALL_REASONS)[number]

export const CALL_STATES = ['waiting', 'sent', 'failed'] as const
export type CallState = (typeof CALL_STATES)[number]

/**
 * Why a message failed: its number or address was refused, or the service could not be used; with `unknown` it may have
 * arrived all the same.
 */
export const CALL_FAILURES = ['refused', 'no_service', 'unknown'] as const
export type CallFailure = (typeof CALL_FAILURES)[number]

/** One adult gets at most so many messages within so many milliseconds. */
export const MAX_MESSAGES = 3
export const MESSAGES_WITHIN = 10 * 60_000
/** A message of which nothing is known after so many milliseconds may have been lost with its process. */
export const MESSAGE_LOST_AFTER = 60_000
