import type { Users } from '@vestry/cognito'
import { asMessageLanguage, LANGUAGE_TAGS } from '@vestry/contract/messages/message-languages.ts'
import { ADMINS, DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import { readArguments, rejectUnknownOptions } from './read-arguments.ts'
import { UsageError } from './usage-error.ts'

export const USERS_HELP = `vestry users list
    Everybody, with groups and state.
vestry users add EMAIL [--groups A,B] [--name NAME] [--locale en|es]
    Adds somebody and prints a temporary password, valid for seven days.
vestry users invite EMAIL [--groups A,B] [--name NAME] [--locale en|es]
    The same, but sends the temporary password by email; again to somebody who has not come in.
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

/** What this command works with. */
export type CommandServer = {
  users: Users
  /** Whether email leaves this machine. */
  sendsEmail: boolean
  write(line: string): void
  readLine(): Promise<string>
}

type Values = ReturnType<typeof read>['values']
type Verb = (server: CommandServer, email: string, rest: readonly string[], values: Values) => Promise<void>

const VERBS: Record<string, Verb> = {
  async add(server, email, _rest, values) {
    const { temporaryPassword } = await server.users.create({
      ...describedBy(email, values),
      ...(await givenPassword(server, values)),
    })
    server.write(`${email} was added.`)
    printPassword(server, temporaryPassword)
  },
  async invite(server, email, _rest, values) {
    const password = await server.users.invite(describedBy(email, values))
    if (server.sendsEmail) {
      server.write(`${email} was sent an invitation.`)
    } else {
      server.write(`${email} was added. No email was sent: SMTP_URL names no mail server.`)
      printPassword(server, password)
    }
  },
  async 'reset-second-factor'(server, email) {
    await server.users.resetSecondFactor(email)
    server.write(`${email} signs in without a second factor now, and was signed out everywhere.`)
  },
  async password(server, email, _rest, values) {
    const { temporaryPassword } = await server.users.setPassword(email, await givenPassword(server, values))
    server.write(`${email} has a new password and was signed out everywhere.`)
    printPassword(server, temporaryPassword)
  },
  async groups(server, email, groups) {
    checkSpelling(groups)
    const kept = await server.users.setGroups(email, groups)
    server.write(
      kept.length === 0
        ? `${email} is in no group now.`
        : `${email} is now in: ${kept.join(', ')}. The role is ${kept[0]}.`,
    )
  },
  async disable(server, email) {
    await server.users.setEnabled(email, false)
    server.write(`${email} is locked out and was signed out everywhere.`)
  },
  async enable(server, email) {
    await server.users.setEnabled(email, true)
    server.write(`${email} can sign in again.`)
  },
  async remove(server, email) {
    await server.users.remove(email)
    server.write(`${email} was removed.`)
  },
}

const PERSON = ['groups', 'name', 'locale']
const PASSWORD = ['password-stdin', 'permanent']
/** The options of the verbs that take any. */
const OPTIONS: Record<string, readonly string[]> = {
  add: [...PERSON, ...PASSWORD],
  invite: PERSON,
  password: PASSWORD,
}

/** Runs `users …`; throws UsageError or UserError, both with one sentence to show. */
export async function runUsersCommand(server: CommandServer, args: readonly string[]): Promise<void> {
  const { values, positionals } = read(args)
  const [name = '', email, ...rest] = positionals
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (!verb && name !== 'list') {
    throw new UsageError(name ? `There is no command "users ${name}".` : 'Say what to do with the users.')
  }
  rejectUnknownOptions(`users ${name}`, values, OPTIONS[name] ?? [])
  if (!verb) {
    if (email !== undefined) {
      throw new UsageError(`"users list" takes nothing like "${email}".`)
    }
    await list(server)
    return
  }
  if (!email) {
    throw new UsageError(`"users ${name}" needs an email address.`)
  }
  if (rest.length > 0 && name !== 'groups') {
    throw new UsageError(`"users ${name}" takes one email address, not also "${rest[0]}".`)
  }
  await verb(server, email, rest, values)
}

function read(args: readonly string[]) {
  return readArguments({
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
}

function describedBy(email: string, { groups, name, locale }: Values) {
  if (locale !== undefined && asMessageLanguage(locale) === undefined) {
    throw new UsageError(`--locale needs ${LANGUAGE_TAGS.join(' or ')}, not "${locale}".`)
  }
  return {
    email,
    ...(groups !== undefined && { groups: checkSpelling(groups.split(',').filter(Boolean)) }),
    attributes: { ...(name !== undefined && { name }), ...(locale !== undefined && { locale }) },
  }
}

/** Refuses a name that is nearly the name of a role: as a group of its own it would have other rights. */
function checkSpelling(groups: readonly string[]): readonly string[] {
  for (const group of groups) {
    const meant = [ADMINS, DEFAULT_ROLE].find((name) => isNear(name.toLowerCase(), group.toLowerCase()))
    if (meant !== undefined && meant !== group) {
      throw new UsageError(`There is no group ${group}. Did you mean ${meant}? Upper and lower case matter.`)
    }
  }
  return groups
}

/** Whether at most one letter is missing, added or different. */
function isNear(one: string, other: string): boolean {
  let [from, fromEnd] = [0, 0]
  const shorter = Math.min(one.length, other.length)
  while (from < shorter && one[from] === other[from]) {
    from += 1
  }
  while (fromEnd < shorter - from && one.at(-1 - fromEnd) === other.at(-1 - fromEnd)) {
    fromEnd += 1
  }
  return Math.max(one.length, other.length) - from - fromEnd <= 1
}

async function givenPassword(server: CommandServer, values: Values) {
  const password = values['password-stdin'] ? await server.readLine() : undefined
  if (values.permanent && password === undefined) {
    throw new UsageError('--permanent needs --password-stdin: only a password that you choose can last.')
  }
  return { password, permanent: values.permanent }
}

function printPassword(server: CommandServer, temporaryPassword: string | undefined) {
  if (temporaryPassword !== undefined) {
    server.write(`Temporary password (valid for seven days, shown only once): ${temporaryPassword}`)
  }
}

const STATES = {
  CONFIRMED: 'active',
  FORCE_CHANGE_PASSWORD: 'has a temporary password',
  RESET_REQUIRED: 'has to choose a new password',
  UNCONFIRMED: 'has not confirmed the account',
} as const

async function list(server: CommandServer) {
  const people = await server.users.list()
  for (const person of people) {
    const state = person.enabled ? STATES[person.status] : 'disabled'
    server.write([person.email, person.groups.join(',') || '-', state].join('\t'))
  }
  if (people.length === 0) {
    server.write('There are no users yet.')
  }
}
