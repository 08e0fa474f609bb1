import type { TestProject } from 'vitest/node'
import { runPostgres } from './run-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Runs one PostgreSQL for a whole run of the tests. */
export default async function providePostgres(project: TestProject) {
  const postgres = await runPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
