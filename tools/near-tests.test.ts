import { expect, test } from 'vitest'
import { findNearTests } from './near-tests.ts'

const FILES = new Map([
  ['server/src/trash/trash.ts', ''],
  ['server/src/trash/trash.test.ts', "import { trash } from './trash.ts'"],
  ['server/src/trash/history.test.ts', "import { start } from '../testing/start.ts'"],
  ['server/src/trash/types.test.ts', "import type { Trash } from './trash.ts'"],
  ['server/src/app.ts', "import { trash } from './trash/trash.ts'"],
  ['server/src/testing/start.ts', "import { app } from '../app.ts'"],
  ['server/src/http/old-trash.test.ts', "import { start } from '../testing/start.ts'"],
  ['server/src/http/http.test.ts', "import { start } from '../testing/start.ts'"],
  ['console/src/alone.ts', ''],
  ['console/src/lists/list-state.ts', ''],
  ['console/src/testing/list-state.test.tsx', "import { state } from '../lists/list-state.ts'"],
  ['contract/src/landings.ts', ''],
  ['server/src/settings.ts', "import { LANDINGS } from '../../contract/src/landings.ts'"],
  ['server/src/settings.test.ts', ''],
  ['s3/src/core/parts.ts', ''],
  ['s3/src/part-order.test.ts', "import { parts } from './core/parts.ts'"],
  ['s3/src/order.test.ts', "import { parts } from './core/parts.ts'"],
])

test('the tests that reach a file come in the order of their imports, folders and names', () => {
  expect(findNearTests(FILES)('server/src/trash/trash.ts')).toEqual([
    'server/src/trash/trash.test.ts',
    'server/src/http/old-trash.test.ts',
    'server/src/trash/history.test.ts',
    'server/src/http/http.test.ts',
  ])
})

test('a test bears the name of one or of several', () => {
  expect(findNearTests(FILES)('s3/src/core/parts.ts')).toEqual([
    's3/src/part-order.test.ts',
    's3/src/order.test.ts',
  ])
})

test('a test reaches the file whose name it bears, and what that imports', () => {
  const nearTests = findNearTests(FILES)
  expect(nearTests('server/src/settings.ts')).toEqual(['server/src/settings.test.ts'])
  expect(nearTests('contract/src/landings.ts')).toEqual(['server/src/settings.test.ts'])
})

test('a file that no test reaches has none', () => {
  expect(findNearTests(FILES)('console/src/alone.ts')).toEqual([])
})

test('a test that shows components reaches what it imports', () => {
  expect(findNearTests(FILES)('console/src/lists/list-state.ts')).toEqual([
    'console/src/testing/list-state.test.tsx',
  ])
})
