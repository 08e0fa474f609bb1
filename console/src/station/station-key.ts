import { PAIRING_MARK } from '@vestry/contract/sunday-school/station-rules.ts'

const STORED_AS = 'vestry.station'

/** The key of the station that this device is. */
export function stationKey(): string | null {
  return localStorage.getItem(STORED_AS)
}

export function keepKey(key: string): void {
  localStorage.setItem(STORED_AS, key)
}

export function forgetKey(): void {
  localStorage.removeItem(STORED_AS)
}

/** The secret of the link that was opened, which neither the history nor the address bar keeps. */
export function takePairingSecret(): string | undefined {
  const { hash, pathname } = location
  if (!hash.startsWith(PAIRING_MARK)) {
    return undefined
  }
  history.replaceState(null, '', pathname)
  return hash.slice(PAIRING_MARK.length)
}
