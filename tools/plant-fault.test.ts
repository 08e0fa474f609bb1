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

interface Planted {
  child: ChildProcess
  /** What it has written after "planted", once it has ended. */
  written: () => string
  /** Its exit status, once it has ended. */
  ended: Promise<number | null>
}

/** A program that has planted the fault, and then does what it is told. It is ended if it takes a minute. */
async function plant(then: string): Promise<Planted> {
  const program = `
    import { withFault } from ${JSON.stringify(join(import.meta.dirname, 'plant-fault.ts'))}
    await withFault(${JSON.stringify(path)}, ${JSON.stringify(FAULT)}, async () => {
      process.stdout.write('planted')
      ${then}
    }, () => process.stdout.write('stopped'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  let written = ''
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const ended = once(child, 'close').then(([status]) => status as number | null)
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      written += chunk
      resolve()
    })
    ended.then(() => reject(new Error(`Ended before the fault was planted: ${errors}`)), reject)
  })
  return { child, written: () => written.replace('planted', ''), ended }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s leaves the file as it was', async (signal) => {
  const { child, written, ended } = await plant(
    'await new Promise((resolve) => setTimeout(resolve, 600_000))',
  )
  expect(readFileSync(path, 'utf8')).not.toBe(TEXT)
  child.kill(signal)
  expect(await ended).toBe(1)
  expect(written()).toBe('stopped')
  expect(readFileSync(path, 'utf8')).toBe(TEXT)
})

test('an error elsewhere in the program leaves the file as it was', async () => {
  const { ended } = await plant(
    "await new Promise(() => setTimeout(() => { throw new Error('elsewhere') }, 10))",
  )
  expect(await ended).toBe(1)
  expect(readFileSync(path, 'utf8')).toBe(TEXT)
})
