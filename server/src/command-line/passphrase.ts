import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { BackupError } from '../backup/backup-error.ts'

type Source = {
  file: string | undefined
  /** From the settings. */
  given: string | undefined
  ask: boolean
  input: Readable
  output: Writable
}

/** The passphrase of copies: from a file, from the settings, or from whoever sits at the terminal. */
export function passphraseFrom({ file, given, ask, input, output }: Source) {
  let known: Promise<string | undefined> | undefined
  return async (needed: boolean): Promise<string | undefined> => {
    if (file !== undefined) {
      known ??= readPassphraseFile(file)
    } else if (ask || (needed && given === undefined && (input as NodeJS.ReadStream).isTTY)) {
      known ??= askPassphrase(input, output)
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

/** Without showing what is typed. */
async function askPassphrase(input: Readable, output: Writable): Promise<string> {
  output.write('Passphrase: ')
  const terminal = (input as NodeJS.ReadStream).isTTY === true
  const dark = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: dark, terminal })
  for await (const line of lines) {
    output.write('\n')
    lines.close()
    return line
  }
  throw new BackupError('There was no passphrase on the input.')
}
