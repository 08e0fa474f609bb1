import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { finishHostedUiSignIn } from './hosted-ui.ts'
import { handleHostedUiRedirect } from './hosted-ui-sign-in.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Opens the console at an address; `shown` is what the history has of it in the end. */
function openAt(pathname: string, search: string) {
  const shown = { address: pathname + search, state: undefined as unknown }
  vi.stubGlobal('location', { pathname, search })
  vi.stubGlobal('history', {
    get state() {
      return shown.state
    },
    replaceState(state: unknown, _title: string, address?: string) {
      shown.state = state
      shown.address = address ?? shown.address
    },
  })
  return shown
}
const outcome = (parts: object) =>
  Promise.resolve({ customState: undefined, failed: false, ...parts }) as never

test.each(['?error=access_denied', '?error=server_error&error_description=Call+555', '?code=1&state=2'])(
  'what the hosted pages led back with does not stay in the address: %s',
  async (search) => {
    vi.stubGlobal('localStorage', { getItem: () => null })
    const shown = openAt('/login', search)
    await finishHostedUiSignIn({ userPoolClientId: 'client' } as RuntimeConfig)
    expect(shown.address).toBe('/login')
  },
)

test('an address that leads elsewhere stays as it is', async () => {
  const shown = openAt('/classes', '?error=mine')
  await handleHostedUiRedirect(outcome({}))
  expect(shown).toEqual({ address: '/classes?error=mine', state: undefined })
})

test.each([
  [
    'the page that one came from',
    '{"from":"/classes?page=2","of":"ruth"}',
    { from: '/classes?page=2', of: 'ruth' },
  ],
  ['no page elsewhere', '{"from":"https://elsewhere.example"}', undefined],
  ['no page that nobody can read', 'x{', undefined],
])('the router is told %s', async (_what, customState, usr) => {
  const shown = openAt('/login', '')
  await handleHostedUiRedirect(outcome({ customState }))
  expect(shown).toEqual({ address: '/login', state: { usr, key: 'default', idx: 0 } })
})

test('a sign-in clears the address of the sign-in page when it has failed, and not otherwise', async () => {
  const shown = openAt('/login', '?code=1&state=2')
  await handleHostedUiRedirect(outcome({ failed: true, error: new TypeError('Failed to fetch') }))
  expect(shown.address).toBe('/login')
  const next = openAt('/login', '?from=mail')
  await handleHostedUiRedirect(outcome({}))
  expect(next.address).toBe('/login?from=mail')
})
