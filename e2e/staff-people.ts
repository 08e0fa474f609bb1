import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Teacher } from '@vestry/contract/classes.ts'
import { callAs } from './parish-calls.ts'
import type { RunningHouse } from './running-house.ts'

export type StaffPerson = { email: string; password: string; name: string }

export const TEACHER: StaffPerson = {
  email: 'tess@vestry.test',
  name: 'Tess Teacher',
  password: 'Let them c0me, all of them!',
}

/** Lets somebody teach, unless they do already, and answers the id that classes are assigned by. */
export async function employTeacher(page: Page, house: RunningHouse, person = TEACHER): Promise<string> {
  const find = async () => {
    const teachers = await callAs<Teacher[]>(page, 'GET', '/teachers')
    return teachers.find(({ name }) => name === person.name)?.sub
  }
  if ((await find()) === undefined) {
    addStaffPerson(house, person)
  }
  const sub = await find()
  if (sub === undefined) {
    throw new Error(`${person.name} is not among the teachers`)
  }
  return sub
}

/** Adds somebody to the staff of a running house by the command line; without groups their role is Teachers. */
export function addStaffPerson(
  house: RunningHouse,
  person: StaffPerson,
  groups: readonly string[] = [],
): void {
  execFileSync(
    process.execPath,
    [
      'server/src/command-line/command-line.ts',
      'users',
      'add',
      person.email,
      ...(groups.length > 0 ? ['--groups', groups.join(',')] : []),
      ...['--name', person.name, '--password-stdin', '--permanent'],
    ],
    {
      cwd: join(import.meta.dirname, '..'),
      env: { PATH: process.env.PATH, HOME: process.env.HOME, VESTRY_DATA: house.dataFolder },
      input: `${person.password}\n`,
    },
  )
}
