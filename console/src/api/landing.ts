import { LANDINGS, type Landing } from '@vestry/contract/rules/landings.ts'
import { callApi } from './call-api.ts'

/** In the local storage: who was here last and where they land, so that they need not wait for the server to say it. */
const STORED_AS = 'vestry.landing'

/** Where this person lands, as far as this browser has heard. */
export function knownLanding(sub: string): Landing | undefined {
  const [whose, landing] = localStorage.getItem(STORED_AS)?.split(' ') ?? []
  return whose === sub ? LANDINGS.find((one) => one === landing) : undefined
}

/** Where this person lands, as the server has it. */
export async function findLanding(sub: string, signal?: AbortSignal): Promise<Landing> {
  return (await findOwnSettings(sub, signal)).landing
}

/** What this person has set for themselves, on every device. */
export async function findOwnSettings(sub: string, signal?: AbortSignal) {
  const settings = await callApi('GET /account/settings', signal === undefined ? {} : { signal })
  remember(sub, settings.landing)
  return settings
}

/** Has this person land elsewhere, on every device. */
export async function changeLanding(sub: string, landing: Landing): Promise<void> {
  await callApi('PUT /account/settings', { body: { landing } })
  remember(sub, landing)
}

function remember(sub: string, landing: Landing): void {
  localStorage.setItem(STORED_AS, `${sub} ${landing}`)
}
