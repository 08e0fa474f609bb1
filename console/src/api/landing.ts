import { LANDINGS, type Landing } from '@vestry/contract/rules/landings.ts'
import { callApi } from './call-api.ts'

/**
 * Kept in the local storage: who was here last and on which page they start, so that they need not wait for the server.
 */
const STORED_AS = 'vestry.landing'

/** The page on which this person starts, as far as this browser knows. */
export function knownLanding(sub: string): Landing | undefined {
  const [whose, landing] = localStorage.getItem(STORED_AS)?.split(' ') ?? []
  return whose === sub ? LANDINGS.find((one) => one === landing) : undefined
}

/** The page on which this person starts, from the server. */
export async function findLanding(sub: string, signal?: AbortSignal): Promise<Landing> {
  return (await findOwnSettings(sub, signal)).landing
}

/** What this person has set for themselves, on every device. */
export async function findOwnSettings(sub: string, signal?: AbortSignal) {
  const settings = await callApi('GET /account/settings', signal === undefined ? {} : { signal })
  remember(sub, settings.landing)
  return settings
}

/** Changes the page on which this person starts, on every device. */
export async function changeLanding(sub: string, landing: Landing): Promise<void> {
  await callApi('PUT /account/settings', { body: { landing } })
  remember(sub, landing)
}

function remember(sub: string, landing: Landing): void {
  localStorage.setItem(STORED_AS, `${sub} ${landing}`)
}
