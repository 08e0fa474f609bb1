import {
  asMessageLanguage,
  DEFAULT_LANGUAGE,
  type MessageLanguage,
} from '@vestry/contract/messages/message-languages.ts'
import type { FastifyRequest } from 'fastify'

/** The first of our languages that the browser asks for. */
export function askedLanguage({ headers }: Pick<FastifyRequest, 'headers'>): MessageLanguage {
  for (const tag of (headers['accept-language'] ?? '').split(',')) {
    const language = asMessageLanguage(tag.trim())
    if (language !== undefined) {
      return language
    }
  }
  return DEFAULT_LANGUAGE
}
