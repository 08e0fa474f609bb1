import { Readable, Writable } from 'node:stream'
import { runCommandLine } from '../cli/command-line.ts'

/** Runs `npm run vestry -- …` in this process; `input` is what is typed into it. */
export async function runVestry(
  args: string | readonly string[],
  env: Record<string, string | undefined>,
  input = '',
) {
  let output = ''
  let errors = ''
  const collect = (keep: (text: string) => void) =>
    new Writable({
      write(chunk, _encoding, done) {
        keep(String(chunk))
        done()
      },
    })
  const code = await runCommandLine(typeof args === 'string' ? args.split(' ').filter(Boolean) : args, env, {
    input: Readable.from([input]),
    output: collect((text) => {
      output += text
    }),
    errors: collect((text) => {
      errors += text
    }),
  })
  return { code, output, errors }
}
