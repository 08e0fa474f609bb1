import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Teacher } from '@vestry/contract/classes.ts'
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
    addStaffPerson(server, person)
  }
  const sub = await find()
  if (sub === undefined) {
    throw new Error(`${person.name} is not among the teachers`)
  }
  return sub
}

/** Adds somebody to the staff of a running server by the command line; without groups their role is Teachers. */
export function addStaffPerson(
  server: RunningServer,
  person: StaffPerson,
  groups: readonly string[] = [],
): void {
  const groupArguments = groups.length > 0 ? ['--groups', groups.join(',')] : []
  const name = ['--name', person.name, '--password-stdin', '--permanent']
  runUsersCommand(server, ['add', person.email, ...groupArguments, ...name], `${person.password}\n`)
}

/** Runs `npm run vestry -- users …` beside a running server, as its operator does. */
export function runUsersCommand(server: RunningServer, args: readonly string[], input = ''): void {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  execFileSync(process.execPath, ['server/src/cli/command-line.ts', 'users', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH, HOME, NODE_COMPILE_CACHE, VESTRY_DATA: server.dataFolder },
    input,
  })
}
