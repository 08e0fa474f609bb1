import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../http/create-http.ts'

/** How a request is answered that came over the network without TLS. */
export type AnswerPlain = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

const LOCAL_ADDRESS = /^(::ffff:)?127\.|^::1$/
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * Nothing of the church goes over the network in the clear: a request without TLS reaches the parts behind this hook
 * only from the same machine, which asks for it by that name, and is otherwise answered here.
 */
export function answerPlainRequests(http: FastifyInstance, answer: AnswerPlain): void {
  http.addHook('onRequest', async (request, reply) => {
    const { encrypted = false, localAddress } = request.raw.socket as Socket & { encrypted?: boolean }
    // What the server asks itself comes over no connection.
    const isOwn =
      localAddress === undefined || (LOCAL_ADDRESS.test(localAddress) && LOCAL_HOST.test(request.host))
    return encrypted || isOwn ? undefined : answer(request, reply)
  })
}

/** Leads a person, or a program that reads, on to https; who sends something has sent it in the clear already. */
export function redirectToHttps(publicUrl: string): AnswerPlain {
  return (request, reply) =>
    request.method === 'GET' || request.method === 'HEAD'
      ? reply.redirect(publicUrl + request.url, 308)
      : refusePlain(reply, publicUrl)
}

export function refusePlain(reply: FastifyReply, publicUrl: string): FastifyReply {
  return reply.code(400).type('text/plain; charset=utf-8').send(`Ask at ${publicUrl} instead.\n`)
}

const CHALLENGES = '/.well-known/acme-challenge/'

/** The token of the challenge http-01 that the request looks up (RFC 8555, section 8.3). */
export function challengeToken({ method, url }: FastifyRequest): string | undefined {
  const path = pathOf(url)
  return method === 'GET' && path.startsWith(CHALLENGES) ? path.slice(CHALLENGES.length) : undefined
}
