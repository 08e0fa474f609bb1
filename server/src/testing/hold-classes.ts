import { type Database, openDatabase } from '../database/open-database.ts'
import { type ClassBody, plan } from './build-class.ts'
import type { TestServer } from './start-test-server.ts'

/** The time of the classes in the attendance tests; all have the same one unless another is given. */
export const SUNDAY = '2026-05-03T10:30:00'

/** Plans a class for Sunday, and cancels it if asked to. */
export async function holdClass(
  server: TestServer,
  { cancelled = false, ...given }: Partial<ClassBody> & { cancelled?: boolean } = {},
): Promise<{ id: number; series_id: number }> {
  const { id, series_id } = await plan(server, { session_datetime: SUNDAY, ...given })
  if (cancelled) {
    await server.ask('PUT /classes/cancelled', { body: { class_id: id, cancelled } })
  }
  return { id, series_id }
}

/** Puts children on the roster of a series. */
export async function enrolAll(server: TestServer, series_id: number, attendee_ids: readonly number[]) {
  await server.ask('POST /classes/roster', { body: { series_id, attendee_ids } })
}

/** Works on the server's database behind the handlers' back. */
export async function pastHandlers<Result>(
  { config }: TestServer,
  work: (db: Database['sql']) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config)
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

let count = 0

/** A child with this name, or with one that no other child has. */
export async function newChild(
  server: TestServer,
  given: { first_name?: string; last_name?: string; birthdate?: string } = {},
): Promise<number> {
  count += 1
  const body = { first_name: `Child ${count}`, last_name: 'Fernández', ...given }
  const { id } = await server.ask('POST /attendees', { body })
  return id
}
