import { api } from '@vestry/contract/api.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { mountRoutes } from './http/mount-routes.ts'

/** The whole server, built and ready to listen. */
export type App = {
  http: FastifyInstance
  close(): Promise<void>
}

/** The composition root: the only place that builds things and hands them to each other. */
export async function buildApp(config: Config, parts: { clock: Clock }): Promise<App> {
  const database = await openDatabase(config)
  const http = Fastify({ logger: false })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  void api
  void mountRoutes
  void parts
  return {
    http,
    async close() {
      await http.close()
      await database.close()
    },
  }
}
