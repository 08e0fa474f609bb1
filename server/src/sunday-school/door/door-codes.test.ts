import { CODE_LENGTH, CODE_SIGNS } from '@vestry/contract/sunday-school/door-rules.ts'
import { expect, test } from 'vitest'
import { addChildren } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { pastHandlers } from '../../testing/hold-classes.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { drawCode, findCodes, giveCodes } from './door-codes.ts'

test('codes have no signs that look alike, and no words that nobody wants', () => {
  expect(CODE_SIGNS).not.toMatch(/[AEIOUL0158BSZQ]/)
  const draws = [...'FCKC', ...'CDFG'].map((sign) => CODE_SIGNS.indexOf(sign))
  expect(drawCode(() => draws.shift() ?? 0)).toBe('CDFG')
  for (let drawn = 0; drawn < 1000; drawn += 1) {
    expect(drawCode()).toHaveLength(CODE_LENGTH)
  }
})

eachDatabase((on) => {
  test('whoever draws a code that is taken, or was lost, draws again', async () => {
    const server = await startTestServer({ database: on })
    try {
      await addChildren(server, 1)
      const drawn = ['CCCC', 'CCCC', 'DDDD', 'CCCC', 'FFFF']
      const codes = await pastHandlers(server, async (db) => {
        await db
          .insertInto('door_code')
          .values({ day: '2026-05-03', code: 'DDDD', code_of: 'family/1', lost: 1 })
          .execute()
        await giveCodes(db, '2026-05-03', ['family/1', 'family/2', 'family/1'], () => drawn.shift() ?? '')
        return await findCodes(db, '2026-05-03', ['family/1', 'family/2'])
      })
      expect(codes).toEqual(
        new Map([
          ['family/1', 'CCCC'],
          ['family/2', 'FFFF'],
        ]),
      )
    } finally {
      await server.destroy()
    }
  })
})
