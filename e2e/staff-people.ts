import type { Page } from '@playwright/test'
import type { Teacher } from '@vestry/contract/calls/classes.ts'
import { callAs } from './church-calls.ts'
import type { RunningServer } from './running-server.ts'

export type StaffPerson = { email: string; password: string; name: string }

export const TEACHER: StaffPerson = {
  email: 'tess@vestry.test',
  name: 'Tess Teacher',
  password: 'Let them c0me, all of them!',
}

/** Lets somebody teach, unless they do already, and returns the id that classes are assigned by. */
export async function employTeacher(page: Page, server: RunningServer, person = TEACHER): Promise<string> {
  const find = async () => {
    const teachers = await callAs<Teacher[]>(page, 'GET', '/teachers')
    return teachers.find(({ name }) => name === person.name)?.sub
  }
  if ((await find()) === undefined) {
    await addStaffPerson(server, person)
  }
  const sub = await find()
  if (sub === undefined) {
    throw new Error(`${person.name} is not among the teachers`)
  }
  return sub
}

/** Adds somebody to the staff of a running server by the command line; without groups their role is Teachers. */
export async function addStaffPerson(
  server: RunningServer,
  person: StaffPerson,
  groups: readonly string[] = [],
): Promise<void> {
  const groupArguments = groups.length > 0 ? ['--groups', groups.join(',')] : []
  const name = ['--name', person.name, '--password-stdin', '--permanent']
  await runUsersCommand(server, ['add', person.email, ...groupArguments, ...name], `${person.password}\n`)
}

/** Does what `npm run vestry -- users …` does beside a running server, in this process: to start one costs a second. */
export async function runUsersCommand(
  { dataFolder }: RunningServer,
  args: readonly string[],
  input = '',
): Promise<void> {
  // Most workers add nobody, and the command line is most of the server's code.
  const { runVestry } = await import('@vestry/server/testing/run-vestry.ts')
  const { code, errors } = await runVestry(['users', ...args], { VESTRY_DATA: dataFolder }, input)
  if (code !== 0) {
    throw new Error(errors)
  }
}
