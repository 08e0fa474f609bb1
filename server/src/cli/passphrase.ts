import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { BackupError } from '../backup/backup-error.ts'
import type { AskPassphrase } from '../backup/repository.ts'

type Source = {
  file: string | undefined
  /** From the settings. */
  given: string | undefined
  ask: boolean
  input: Readable
  output: Writable
}

/** The passphrase of copies: from a file, from the settings, or from whoever sits at the terminal. */
export function passphraseFrom({ file, given, ask, input, output }: Source): AskPassphrase {
  let known: Promise<string | undefined> | undefined
  return async (use) => {
    if (file !== undefined) {
      known ??= readPassphraseFile(file)
    } else if (ask || (use === 'needed' && given === undefined && (input as NodeJS.ReadStream).isTTY)) {
      known ??= askPassphrase(input, output, use === 'new')
    }
    return (await known) ?? given
  }
}

async function readPassphraseFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new BackupError(`The passphrase file ${file} can't be read.`, { cause })
  })
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase === '' || passphrase.includes('\n')) {
    throw new BackupError(`The passphrase file ${file} must hold one line, the passphrase.`)
  }
  return passphrase
}

/** What is typed is not shown. */
async function askPassphrase(input: Readable, output: Writable, isNew: boolean): Promise<string> {
  const questions = isNew ? ['A new passphrase: ', 'Once more: '] : ['Passphrase: ']
  const answers: string[] = []
  const terminal = (input as NodeJS.ReadStream).isTTY === true
  const dark = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: dark, terminal })
  output.write(questions[0])
  for await (const line of lines) {
    output.write('\n')
    answers.push(line)
    if (answers.length === questions.length) {
      break
    }
    output.write(questions[answers.length])
  }
  lines.close()
  const [passphrase] = answers
  if (passphrase === undefined || answers.length < questions.length) {
    throw new BackupError('There was no passphrase on the input.')
  }
  if (answers.some((answer) => answer !== passphrase)) {
    throw new BackupError('The two passphrases are not the same; nothing was made.')
  }
  return passphrase
}
