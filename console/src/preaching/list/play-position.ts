const STORED_AS = 'vestry.position.'
/** A recording left this near to its end, or to its beginning, starts from the beginning again. */
const EDGE = 5

/** Where a person has stopped in a recording, in seconds; kept as long as the tab is open. */
export function findPosition(uuid: string): number {
  const seconds = Number(sessionStorage.getItem(STORED_AS + uuid))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
}

export function rememberPosition(uuid: string, { currentTime, duration }: HTMLMediaElement): void {
  if (currentTime < EDGE || currentTime > duration - EDGE) {
    sessionStorage.removeItem(STORED_AS + uuid)
  } else {
    sessionStorage.setItem(STORED_AS + uuid, String(Math.floor(currentTime)))
  }
}
