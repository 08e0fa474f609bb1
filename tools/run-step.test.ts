import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('what stops the run stops the steps that are under way, and begins none after them', async () => {
  const step = `process.on('SIGTERM', () => { console.log('stopped'); process.exit(1) })
    setTimeout(() => undefined, 4000); console.log('running')`
  const run = `import { runStep, runStepBeside } from ${JSON.stringify(join(import.meta.dirname, 'run-step.ts'))}
    const step = ['-e', ${JSON.stringify(step)}]
    await Promise.all([runStep('one', step), runStepBeside('two', step)])
    console.log(await runStep('three', step))`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  while (!printed.includes('running')) {
    printed += String((await once(parent.stdout, 'data'))[0])
  }
  parent.kill('SIGTERM')
  const rest = await text(parent.stdout)
  expect(rest).toContain('stopped\n')
  expect(rest).toMatch(/── two\n(running\nstopped\n)?false\n$/)
})
