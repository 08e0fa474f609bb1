/** So many days ahead birthdays and the office's classes are shown, and so many back the rolls that were not taken. */
export const DAYS_AHEAD = 7
export const DAYS_BACK = 28
