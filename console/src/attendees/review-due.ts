import { REVIEW_DAYS } from '@vestry/contract/sunday-school/family-record.ts'

const DAY_MS = 86_400_000

/** Whether somebody should ask again if a child's allergies and needs are right; a child without any needs nobody to. */
export function isReviewDue(
  { allergies, needs }: { allergies: string; needs: string },
  reviewed: string | null,
  today: string,
): boolean {
  const known = allergies !== '' || needs !== ''
  return known && (reviewed === null || Date.parse(today) - Date.parse(reviewed) > REVIEW_DAYS * DAY_MS)
}
