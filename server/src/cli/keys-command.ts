import type { Cognito } from '@vestry/cognito'
import { UsageError } from './usage-error.ts'

export const KEYS_HELP = `vestry keys list
    The access keys of operators: who signs administrators' calls with them, since when, last used when.
vestry keys make NAME
    Makes an access key and prints its secret, this once.
vestry keys revoke ID
    Takes an access key back at once.
vestry keys rotate
    Lets another key sign tokens from now on. Nobody is signed out; running servers follow within a minute.`

/** A key can't be made or taken back; the message is one sentence to show. */
export class KeysError extends Error {
  override name = 'KeysError'
}

type KeysServer = {
  identity: Pick<Cognito, 'operatorKeys' | 'rotateKeys' | 'ids'>
  write(line: string): void
}

/** Runs `keys …`; throws UsageError or KeysError, both with one sentence to show. */
export async function runKeysCommand(
  { identity, write }: KeysServer,
  args: readonly string[],
): Promise<void> {
  const { operatorKeys, rotateKeys, ids } = identity
  const [name = '', about, ...rest] = args
  const needed = { list: 0, make: 1, revoke: 1, rotate: 0 }[name]
  if (needed === undefined) {
    throw new UsageError(name ? `There is no command "keys ${name}".` : 'Say what to do with the keys.')
  }
  if (needed === 1 && about === undefined) {
    throw new UsageError(`"keys ${name}" needs ${name === 'make' ? 'a name' : 'the id of a key'}.`)
  }
  const tooMuch = needed === 0 ? about : rest[0]
  if (tooMuch !== undefined) {
    throw new UsageError(`"keys ${name}" takes nothing like "${tooMuch}".`)
  }
  if (name === 'make') {
    const key = await operatorKeys.make(checkName(about ?? ''))
    if (!key) {
      throw new KeysError(`There is an access key named "${about}" already.`)
    }
    write(`Access key id: ${key.accessKeyId}`)
    write(`Secret access key (shown only once): ${key.secretAccessKey}`)
    write(`User pool: ${ids.userPoolId}`)
  } else if (name === 'revoke') {
    const itsName = await operatorKeys.revoke(about ?? '')
    if (itsName === undefined) {
      throw new KeysError(`There is no access key ${about}.`)
    }
    write(`The access key "${itsName}" was revoked.`)
  } else if (name === 'rotate') {
    await rotateKeys()
    write('New tokens are signed with another key from now on; those already issued stay valid.')
  } else {
    const keys = await operatorKeys.list()
    for (const key of keys) {
      const used = key.lastUsed === undefined ? 'never used' : `last used ${dayOf(key.lastUsed)}`
      write([key.accessKeyId, key.name, `made ${dayOf(key.created)}`, used].join('\t'))
    }
    if (keys.length === 0) {
      write('There is no access key.')
    }
  }
}

function checkName(name: string): string {
  if (!/^[\p{L}\p{N} ._@-]{1,64}$/u.test(name)) {
    throw new KeysError(`"${name}" can't be the name of a key.`)
  }
  return name
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
