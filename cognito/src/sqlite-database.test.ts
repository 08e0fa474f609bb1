import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCognitoDatabase } from './sqlite-database.ts'

test('a database that is there already is opened with what is in it', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cognito-')), 'below', 'cognito.db')
  const first = await openCognitoDatabase(file)
  const setting = { name: 'any', value: 'kept' }
  await first.sql.insertInto('identity_setting').values(setting).execute()
  await first.close()

  const second = await openCognitoDatabase(file)
  expect(await second.sql.selectFrom('identity_setting').selectAll().execute()).toEqual([setting])
  await second.close()
})
