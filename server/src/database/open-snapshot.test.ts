import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { openUnmigrated } from './open-database.ts'
import { openSnapshot } from './open-snapshot.ts'

eachDatabase((on) => {
  test('a schema that has come as far as a step is read as that one, and not as a step more', async () => {
    const made = await on.create()
    const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-snapshot-'))
    const where = { databaseUrl: made.databaseUrl, dataFolder }
    const { bringUpTo, database } = await openUnmigrated(where)
    await bringUpTo('0003-sunday-school')
    await database.close()
    const snapshot = await openSnapshot(where, { step: '0003-sunday-school' })
    expect(snapshot.step).toBe('0003-sunday-school')
    await snapshot.close()
    const lacks = 'is not up to date (it lacks the step 0004-identity-complete)'
    await expect(openSnapshot(where, { step: '0004-identity-complete' })).rejects.toThrow(lacks)
    await expect(openSnapshot(where)).rejects.toThrow(lacks)
    await made.drop()
    await rm(dataFolder, { recursive: true })
  })
})
