import { runStep } from '../tools/run-step.ts'

/** Runs every benchmark, or those that are named, one after the other: `npm run bench -- list page upload`. */
const BENCHES = [
  'list',
  'class',
  'export',
  'find',
  'roll-call',
  'news',
  'door',
  'sign-in',
  'page',
  'offline',
  'smoothness',
  'upload',
  'scale',
  'listeners',
]

const named = process.argv.slice(2)
const wanted = named.length > 0 ? named : BENCHES
const unknown = wanted.find((name) => !BENCHES.includes(name))
if (unknown) {
  process.stderr.write(`There is no benchmark "${unknown}"; there are ${BENCHES.join(', ')}.\n`)
  process.exitCode = 1
} else {
  for (const name of wanted) {
    if (!(await runStep(`bench: ${name}`, [`bench/${name}-bench.ts`]))) {
      process.exitCode = 1
    }
  }
}
