import type {
  CognitoIdentityProvider,
  CognitoIdentityProviderClientConfig,
} from '@aws-sdk/client-cognito-identity-provider'
import { toApiError } from './pool-errors.ts'

/** The user pool, through the administrator's calls of its protocol: the embedded service's, or Amazon Cognito's. */
export type UserPool = {
  /** Makes a call; what the pool refuses is thrown as an ApiError. */
  call<Output>(
    send: (client: CognitoIdentityProvider, pool: { UserPoolId: string }) => Promise<Output>,
  ): Promise<Output>
  close(): void
}

/** The most that a pool returns in one page. */
export const MAX_PAGE_SIZE = 60

/** How to reach a pool elsewhere; the SDK finds the credentials. */
export function cloudPool({ userPoolId, endpoint }: { userPoolId: string; endpoint: string | undefined }) {
  const region = userPoolId.split('_')[0] ?? ''
  return { region, maxAttempts: 3, ...(endpoint !== undefined && { endpoint: `${endpoint}/cognito-idp/` }) }
}

/** The client costs memory and time to load, so it is loaded with the first call. */
export function openUserPool(
  UserPoolId: string,
  settings: Pick<
    CognitoIdentityProviderClientConfig,
    'region' | 'endpoint' | 'credentials' | 'requestHandler' | 'maxAttempts'
  >,
): UserPool {
  let opened: Promise<CognitoIdentityProvider> | undefined
  let client: CognitoIdentityProvider | undefined

  async function open() {
    const sdk = await import('@aws-sdk/client-cognito-identity-provider')
    client = new sdk.CognitoIdentityProvider(settings)
    return client
  }

  return {
    async call(send) {
      opened ??= open()
      try {
        return await send(await opened, { UserPoolId })
      } catch (error) {
        throw toApiError(error)
      }
    },
    close: () => client?.destroy(),
  }
}

/** All of a list that the pool returns in pages, each of which has the token of the next. */
export async function readAllPages<
  Page extends { NextToken?: string | undefined; PaginationToken?: string | undefined },
  Item,
>(
  read: (token: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[] | undefined,
): Promise<Item[]> {
  const items: Item[] = []
  let token: string | undefined
  do {
    const page: Page = await read(token)
    items.push(...(itemsOf(page) ?? []))
    token = page.NextToken ?? page.PaginationToken
  } while (token !== undefined)
  return items
}
