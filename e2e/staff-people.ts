import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { RunningHouse } from './running-house.ts'

export type StaffPerson = { email: string; password: string; name: string }

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
