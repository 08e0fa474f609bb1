// The stations of the door: devices of the church at which nobody signs in. No schema is here, so that the browser may
// load it.

/**
 * At a `self` one families take themselves in; a `screen` shows what everybody in the hall may see; a `bridge` is a
 * computer that sends labels to printers which the server does not reach.
 */
export const STATION_KINDS = ['self', 'screen', 'bridge'] as const
export type StationKind = (typeof STATION_KINDS)[number]

export const MAX_STATION_NAME = 60
/** For so long a device may be made a station with the link that was made for it. */
export const PAIRING_MS = 15 * 60_000
/** So long before the first class of a day families may take themselves in, in minutes. */
export const EARLY_MINUTES = 60
/** With fewer digits a number is not looked for. */
export const MIN_PHONE_DIGITS = 6
/** What is typed as a number. */
export const MAX_NUMBER = 60
/** A number that more families have than this is nobody's own. */
export const MAX_FAMILIES_OF_NUMBER = 4
/** A station forgets what it shows when nobody has touched it for so long. */
export const FORGET_MS = 45_000

/** The address of the stations' page, and what stands before the secret in the link that pairs a device. */
export const STATION_PATH = '/station'
export const PAIRING_MARK = '#pair='
/** The same in the link of a bridge, which begins with the address of the calls; no browser opens it. */
export const BRIDGE_MARK = '#bridge='
/** How long a bridge waits for labels at most before it asks again, in seconds. */
export const MAX_BRIDGE_WAIT = 20
