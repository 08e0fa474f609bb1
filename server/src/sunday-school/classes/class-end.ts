import { ApiError } from '../../http/api-errors.ts'

/** Refuses an end that is not after the start; `time` is the time of day, `THH:MM:SS`, and `on` the day. */
export function refuseEarlyEnd(end_time: string, time: string, on: string): void {
  const start = time.slice(1, 6)
  if (end_time !== '' && end_time <= start) {
    throw new ApiError(
      'invalid_request',
      `The class on ${on.slice(0, 10)} would end at ${end_time}, but it begins at ${start}. Choose a later end, or none.`,
      { field: 'end_time' },
    )
  }
}
