import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, buildApp } from '../app.ts'
import type { TestServer } from './start-test-server.ts'

/**
 * The same server once more, as a process of its own on the same PostgreSQL: it has the same key, but other objects.
 */
export async function buildSecondApp({ config, clock }: TestServer): Promise<App> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-second-'))
  await cp(join(config.dataFolder, 'keys'), join(dataFolder, 'keys'), { recursive: true })
  const app = await buildApp({ ...config, dataFolder }, { clock, log: undefined })
  return {
    ...app,
    async close() {
      await app.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
