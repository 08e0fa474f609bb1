import { api } from '@vestry/contract/api.ts'
import type { Route } from '@vestry/contract/route.ts'
import { apiScope } from './api-scope.ts'
import { createHttp } from './create-http.ts'
import { type Handlers, mountRoutes } from './mount-routes.ts'

/** The OpenAPI document of all calls, from a server that has nothing behind it. */
export async function describeApi(version: string): Promise<object> {
  const http = createHttp({ log: undefined, tls: undefined })
  await http.register(
    apiScope({
      version,
      publicUrl: 'http://localhost:8080',
      verifyIdToken: async () => undefined,
      isUnavailable: () => false,
      mount(scope, admit) {
        for (const [feature, routes] of Object.entries(api)) {
          mountRoutes(scope, feature, routes, unanswered(routes), admit)
        }
      },
    }),
    { prefix: '/api' },
  )
  const document = (await http.inject('/api/openapi.json')).json()
  await http.close()
  return document
}

function unanswered(routes: Record<string, Route>): Handlers<Record<string, Route>> {
  const refuse = async () => {
    throw new Error('This server only describes its calls.')
  }
  return Object.fromEntries(Object.keys(routes).map((name) => [name, refuse]))
}
