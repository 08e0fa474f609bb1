import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withFault } from './plant-fault.ts'

const TEXT = 'export const limit = 3\n'
const FAULT = { kind: 'constant', line: 1, start: 21, end: 22, becomes: '4' } as const

const folder = mkdtempSync(join(tmpdir(), 'vestry-fault-'))
const path = join(folder, 'limit.ts')

beforeEach(() => writeFileSync(path, TEXT))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a fault is in the file while the work goes on, and gone afterwards', async () => {
  const during = await withFault(path, FAULT, async () => readFileSync(path, 'utf8'))
  expect(during).toBe('export const limit = 4\n')
  expect(readFileSync(path, 'utf8')).toBe(TEXT)
  const broken = withFault(path, FAULT, () => Promise.reject(new Error('broken')))
  await expect(broken).rejects.toThrow('broken')
  expect(readFileSync(path, 'utf8')).toBe(TEXT)
})

/** A program that has planted the fault, and then does what it is told. */
async function plant(then: string): Promise<ChildProcess> {
  const program = `
    import { withFault } from ${JSON.stringify(join(import.meta.dirname, 'plant-fault.ts'))}
    await withFault(${JSON.stringify(path)}, ${JSON.stringify(FAULT)}, async () => {
      process.stdout.write('planted')
      ${then}
    }, () => process.stdout.write('stopped'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  return child
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s leaves the file as it was', async (signal) => {
  const child = await plant('await new Promise((resolve) => setTimeout(resolve, 600_000))')
  expect(readFileSync(path, 'utf8')).not.toBe(TEXT)
  const said = once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')
  child.kill(signal)
  const [status] = await once(child, 'close')
  expect(status).toBe(1)
  expect(String(await said)).toBe('stopped')
  expect(readFileSync(path, 'utf8')).toBe(TEXT)
})

test('an error elsewhere in the program leaves the file as it was', async () => {
  const child = await plant("await new Promise(() => setTimeout(() => { throw new Error('elsewhere') }, 10))")
  const [status] = await once(child, 'close')
  expect(status).toBe(1)
  expect(readFileSync(path, 'utf8')).toBe(TEXT)
})
