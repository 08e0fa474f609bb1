import { parseArgs } from 'node:util'
import type { Staff } from '../identity/people/staff.ts'
import { UsageError } from './usage-error.ts'

export const USERS_HELP = `vestry users list
    Everybody, with groups and state.
vestry users add EMAIL [--groups A,B] [--name NAME] [--locale en|es]
    Adds somebody and prints a temporary password, good for seven days.
vestry users invite EMAIL [--groups A,B] [--name NAME] [--locale en|es]
    The same, but sends the temporary password by letter; again to somebody who has not come in.
vestry users password EMAIL
    Gives a new temporary password, ends all sign-ins, and forgets remembered devices and passkeys.
vestry users groups EMAIL [GROUP …]
    Sets the groups. Admins come first, then the others; the first one is the role, and without a group it is
    Teachers.
vestry users reset-second-factor EMAIL
    Switches the second factor off, for somebody who has lost the telephone, forgets remembered devices and
    passkeys, and ends all sign-ins.
vestry users disable EMAIL · vestry users enable EMAIL
    Locks somebody out at once, or lets them in again.
vestry users remove EMAIL
    Removes somebody for good.

With --password-stdin, add and password read the password from the first line of their input. It is
temporary as well, unless --permanent is given.`

/** What the command works with. */
export type CommandHouse = {
  staff: Staff
  /** Whether email leaves this machine. */
  sendsEmail: boolean
  write(line: string): void
  readLine(): Promise<string>
}

type Values = ReturnType<typeof read>['values']
type Verb = (house: CommandHouse, email: string, rest: readonly string[], values: Values) => Promise<void>

const VERBS: Record<string, Verb> = {
  async add(house, email, _rest, values) {
    const { temporaryPassword } = await house.staff.create({
      ...describedBy(email, values),
      ...(await givenPassword(house, values)),
    })
    house.write(`${email} was added.`)
    tellPassword(house, temporaryPassword)
  },
  async invite(house, email, _rest, values) {
    const password = await house.staff.invite(describedBy(email, values))
    if (house.sendsEmail) {
      house.write(`${email} was sent an invitation.`)
    } else {
      house.write(`${email} was added. No email leaves this machine: SMTP_URL names no mail server.`)
      tellPassword(house, password)
    }
  },
  async 'reset-second-factor'(house, email) {
    await house.staff.resetSecondFactor(email)
    house.write(`${email} signs in without a second factor now, and was signed out everywhere.`)
  },
  async password(house, email, _rest, values) {
    const { temporaryPassword } = await house.staff.setPassword(email, await givenPassword(house, values))
    house.write(`${email} has a new password and was signed out everywhere.`)
    tellPassword(house, temporaryPassword)
  },
  async groups(house, email, groups) {
    const kept = await house.staff.setGroups(email, groups)
    house.write(
      kept.length === 0
        ? `${email} is in no group now.`
        : `${email} is now in: ${kept.join(', ')}. The role is ${kept[0]}.`,
    )
  },
  async disable(house, email) {
    await house.staff.setEnabled(email, false)
    house.write(`${email} is locked out and was signed out everywhere.`)
  },
  async enable(house, email) {
    await house.staff.setEnabled(email, true)
    house.write(`${email} can sign in again.`)
  },
  async remove(house, email) {
    await house.staff.remove(email)
    house.write(`${email} was removed.`)
  },
}

/** Runs `users …`; throws UsageError or StaffError, both with one sentence to show. */
export async function runUsersCommand(house: CommandHouse, args: readonly string[]): Promise<void> {
  const { values, positionals } = read(args)
  const [name = '', email, ...rest] = positionals
  if (name === 'list') {
    await list(house)
    return
  }
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (!verb) {
    throw new UsageError(name ? `There is no command "users ${name}".` : 'Say what to do with the users.')
  }
  if (!email) {
    throw new UsageError(`"users ${name}" needs an e-mail address.`)
  }
  if (rest.length > 0 && name !== 'groups') {
    throw new UsageError(`"users ${name}" takes one e-mail address, not also "${rest[0]}".`)
  }
  await verb(house, email, rest, values)
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        groups: { type: 'string' },
        name: { type: 'string' },
        locale: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        permanent: { type: 'boolean' },
      },
    })
  } catch (cause) {
    const [what = ''] = cause instanceof Error ? cause.message.split('. ') : []
    throw new UsageError(`${what}.`, { cause })
  }
}

function describedBy(email: string, { groups, name, locale }: Values) {
  return {
    email,
    groups: groups?.split(',').filter(Boolean) ?? [],
    attributes: { ...(name !== undefined && { name }), ...(locale !== undefined && { locale }) },
  }
}

async function givenPassword(house: CommandHouse, values: Values) {
  const password = values['password-stdin'] ? await house.readLine() : undefined
  if (values.permanent && password === undefined) {
    throw new UsageError('--permanent needs --password-stdin: only a password that you choose can last.')
  }
  return { password, permanent: values.permanent }
}

function tellPassword(house: CommandHouse, temporaryPassword: string | undefined) {
  if (temporaryPassword !== undefined) {
    house.write(`Temporary password (good for seven days, shown this once): ${temporaryPassword}`)
  }
}

async function list(house: CommandHouse) {
  const people = await house.staff.list()
  for (const person of people) {
    const state = !person.enabled
      ? 'disabled'
      : person.status === 'CONFIRMED'
        ? 'active'
        : 'has a temporary password'
    house.write([person.email, person.groups.join(',') || '-', state].join('\t'))
  }
  if (people.length === 0) {
    house.write('Nobody is here yet.')
  }
}
