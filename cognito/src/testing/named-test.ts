import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = join(import.meta.dirname, '..')

/** The source of a test named as `<file>: <title>`, and that of its whole file, which prepares its calls. */
export function readNamedTest(named: string): { test: string; file: string } {
  const [name = '', title = ''] = named.split(/: (.*)/s)
  const [path = ''] = globSync(join(SOURCES, '**', name))
  const file = readFileSync(path, 'utf8')
  const start = file.indexOf(`test('${title}'`)
  const indent = file.slice(file.lastIndexOf('\n', start) + 1, start)
  return { test: start < 0 ? '' : file.slice(start, file.indexOf(`\n${indent}})\n`, start)), file }
}
