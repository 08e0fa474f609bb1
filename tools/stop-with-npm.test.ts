import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('what npm started ends when npm’s shell does', async () => {
  const program = `process.on('SIGTERM', () => { console.log('stopped'); process.exit() })
    setInterval(() => undefined, 1000); console.log('running')`
  const watch = join(import.meta.dirname, 'stop-with-npm.mjs')
  const shell = spawn('sh', ['-c', '"$@"; :', 'sh', process.execPath, '--import', watch, '-e', program], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [first] = (await once(shell.stdout, 'data')) as [Buffer]
  expect(first.toString()).toBe('running\n')
  shell.kill('SIGKILL')
  expect(await text(shell.stdout)).toBe('stopped\n')
})
