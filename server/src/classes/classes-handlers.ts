import type { classRoutes, Teacher } from '@vestry/contract/classes.ts'
import type { Database } from '../database/open-database.ts'
import type { Handlers } from '../http/mount-routes.ts'

/** Those who can sign in, as the identity service knows them at the moment. */
export type ListTeachers = () => Promise<Teacher[]>

const later = async (): Promise<never> => {
  throw new Error('to come')
}

/** The calls about class sessions and their series. */
export function createClassHandlers(_parts: {
  database: Database
  listTeachers: ListTeachers
}): Handlers<typeof classRoutes> {
  return {
    listByDate: later,
    listTeachersByDate: later,
    find: later,
    listTeachers: later,
    preview: later,
    create: later,
    update: later,
    cancel: later,
    remove: later,
    listSeries: later,
  }
}
