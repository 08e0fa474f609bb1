import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createRunAfterResponse } from './run-after-response.ts'

test('what runs after a response is waited for when the server closes, also when it fails', async () => {
  const said: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => void said.push(line) } } })
  const later = createRunAfterResponse(app)
  const steps: string[] = []
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  later('An email could not be sent.', async () => {
    steps.push('begun')
    await mayGoOn
    steps.push('sent')
  })
  later('A text could not be sent.', () => Promise.reject(new Error('no signal')))
  expect(steps).toEqual([])
  const closing = app.close().then(() => steps.push('closed'))
  await expect.poll(() => said.join()).toContain('A text could not be sent.')
  expect(steps).toEqual(['begun'])
  goOn()
  await closing
  expect(steps).toEqual(['begun', 'sent', 'closed'])
})
