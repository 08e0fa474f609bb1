import { api } from '@vestry/contract/calls/api.ts'
import { expect, test } from 'vitest'
import { describeApi } from './openapi.ts'

test('a number of a query is described as the number that its text is read as', () => {
  const route = api.attendees.list
  const operation = { feature: 'attendees', name: 'list', url: '/api/attendees', route }
  expect(describeApi('1.0.0', [operation])).toMatchObject({
    paths: {
      '/api/attendees': {
        get: {
          operationId: 'attendees.list',
          parameters: expect.arrayContaining([
            {
              ...{ in: 'query', name: 'limit', required: false },
              description: 'a whole number from 1 to 100',
              schema: { type: 'integer', minimum: 1, maximum: 100 },
            },
          ]),
        },
      },
    },
  })
})
