/**
 * Writes docs/openapi.json from the contract: `npm run openapi`. With `--check` it only says whether
 * the file is what it would write, and fails if it isn't.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@vestry/contract/calls/api.ts'
import type { Route } from '@vestry/contract/calls/route.ts'
import { describeApi } from '@vestry/server/http/openapi.ts'
import { VERSION } from '@vestry/server/version.ts'

const FILE = join(import.meta.dirname, '..', 'docs', 'openapi.json')

const operations = Object.entries(api).flatMap(([feature, routes]) =>
  Object.entries<Route>(routes).map(([name, route]) => ({ feature, name, url: `/api${route.path}`, route })),
)
const document = `${JSON.stringify(describeApi(VERSION, operations), null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, document)
} else if (readFileSync(FILE, 'utf8') !== document) {
  process.stderr.write('docs/openapi.json is not what the contract says: run `npm run openapi`.\n')
  process.exitCode = 1
}
