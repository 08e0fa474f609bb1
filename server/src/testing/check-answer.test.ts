import { expect, test } from 'vitest'
import { checkAnswer } from './check-answer.ts'

const ADA = { id: 7, presenterName: 'Ada' }

test('an answer that is not what the contract declares fails the test that asked for it', () => {
  const check = (answer: unknown) => () => checkAnswer('GET /preachers', answer)
  expect(check([ADA])).not.toThrow()
  expect(check([{ id: 7 }])).toThrow(
    /^GET \/preachers answered what its contract does not declare: 0[.]presenterName: /,
  )
  expect(check([{ ...ADA, id: '7' }])).toThrow('0.id: ')
  expect(check([{ ...ADA, home_address: 'Mill Lane 2' }])).toThrow(
    'GET /preachers answered fields that its contract does not declare',
  )
  expect(check([{ ...ADA, home_address: 'Mill Lane 2' }])).toThrow('home_address')
})
