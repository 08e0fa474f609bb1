import Fastify from 'fastify'
import type { SignInRules } from '../core/host.ts'
import { createCognito } from '../service.ts'
import { RUTH, startIdentity } from './start-identity.ts'
import type { TestDatabase } from './test-database.ts'
import { freePort } from './test-ports.ts'

/** A program of somebody else's that people sign in to with us. */
export const CALLBACK = 'https://wiki.example/back'
export const CALLBACK_WITH_QUERY = 'https://wiki.example/back?from=vestry'
export const AFTER_LOGOUT = 'https://wiki.example/bye'

export type TestHostedPages = Awaited<ReturnType<typeof startHostedPages>>

/** The identity service with its hosted pages, on real HTTP at the very address that its tokens name. */
export async function startHostedPages(rules: Partial<SignInRules> = {}, on?: TestDatabase) {
  const server = await startIdentity(on, rules)
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const addresses = { redirectUris: [CALLBACK, CALLBACK_WITH_QUERY], logoutUris: [AFTER_LOGOUT] }
  const identity = await createCognito({ ...server.settings, publicUrl, ...addresses })
  const http = Fastify()
  await http.register(identity.plugin)
  await http.listen({ port, host: 'localhost' })

  return {
    ...server,
    staff: identity.staff,
    verifyIdToken: identity.verifyIdToken,
    publicUrl,
    issuer: `${publicUrl}/${identity.ids.userPoolId}`,
    browser: () => openBrowser(publicUrl),

    /** One call of the protocol, to the service with the hosted pages. */
    async act(action: string, body: object): Promise<{ __type?: string; message?: string }> {
      const [path, service] =
        action === 'GetId'
          ? ['cognito-identity', 'AWSCognitoIdentityService']
          : ['cognito-idp', 'AWSCognitoIdentityProviderService']
      const response = await fetch(`${publicUrl}/${path}/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `${service}.${action}`,
        },
        body: JSON.stringify(body),
      })
      return (await response.json()) as { __type?: string; message?: string }
    },

    /** A form sent by a program. */
    async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
      const response = await fetch(`${publicUrl}${path}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields),
      })
      const text = await response.text()
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, string>
      return { status: response.status, headers: response.headers, body }
    },

    async close() {
      await http.close()
      await server.close()
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>
export type Shown = { status: number; headers: Headers; text: string; location: string }

/** As much of a browser as pages without scripts need: cookies, links and forms. It follows no redirect. */
export function openBrowser(origin: string) {
  const cookies = new Map<string, string>()

  async function go(path: string, init: RequestInit = {}): Promise<Shown> {
    const response = await fetch(new URL(path, origin), {
      redirect: 'manual',
      ...init,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...init.headers,
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') {
        cookies.delete(name)
      } else {
        cookies.set(name, value)
      }
    }
    const { status, headers } = response
    return { status, headers, text: await response.text(), location: headers.get('location') ?? '' }
  }

  return {
    cookies,
    go,
    /** Sends the form of a page with what is typed into it. */
    send(page: Shown, typed: Record<string, string>, headers: Record<string, string> = {}): Promise<Shown> {
      return go('/oauth2/sign-in', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ ...hiddenFields(page), ...typed }),
      })
    },
    signIn(page: Shown, { email, password } = RUTH): Promise<Shown> {
      return this.send(page, { email, password })
    },
  }
}

function hiddenFields({ text }: Shown): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)"(?: value="([^"]*)")?/g)].map(
      ([, name = '', value = '']) => [
        name,
        value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
      ],
    ),
  )
}

/** What a page says of its fields and above them. */
export function complaintsOf({ text }: Shown): string[] {
  return [...text.matchAll(/class="(?:wrong|notice grave)"[^>]*>([^<]+)</g)].map(([, said = '']) =>
    said.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  )
}

export function headingOf({ text }: Shown): string {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1]?.replaceAll('&#39;', "'") ?? ''
}
