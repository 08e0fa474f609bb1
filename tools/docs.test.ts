import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run-step.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules'] })

const FOLDERS = 'bench|cognito|console|contract|crash|deploy|docs|e2e|s3|server|tools'

test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/many-processes.md'])(
  'every file that %s names is there',
  (page) => {
    const paths = [...read(page).matchAll(new RegExp(`\`((?:${FOLDERS})/[^\`]*)\``, 'g'))].map(
      ([, path = '']) => path.replace(/<language>|X\.Y\.Z/, '*'),
    )
    const names = [...read(page).matchAll(/`([\w-]+\.(?:ts|tsx|mjs))`/g)]
      .map(([, name = '']) => `{${FOLDERS.replaceAll('|', ',')}}/**/${name}`)
      .filter((name) => !name.includes('/x-'))
    expect(paths.length + names.length).toBeGreaterThan(10)
    expect([...paths, ...names].filter((path) => files(path).length === 0)).toEqual([])
  },
)

test('every dependency has its line in docs/decisions/dependencies.md, and an exact or a caret version', () => {
  const page = read('docs/decisions/dependencies.md')
  const manifests = files('{package.json,*/package.json}').map((file) => JSON.parse(read(file)))
  const dependencies = manifests
    .flatMap(({ dependencies, devDependencies }) => Object.entries({ ...dependencies, ...devDependencies }))
    .filter(([name]) => !name.startsWith('@vestry/'))
  expect(dependencies.length).toBeGreaterThan(50)
  expect(dependencies.filter(([, version]) => !/^\^?\d/.test(String(version)))).toEqual([])
  const named = new Set(page.match(/@?[\w./-]+/g))
  const isNamed = (name: string) => named.has(name) || named.has(name.replace('@types/', ''))
  expect(dependencies.map(([name]) => name).filter((name) => !isNamed(name))).toEqual([])
})
