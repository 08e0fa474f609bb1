/** For how many days ahead the office's classes are shown, and for how many days back the rolls that were not taken. */
export const DAYS_AHEAD = 7
export const DAYS_BACK = 28
/** For how many days ahead birthdays are shown. */
export const BIRTHDAY_DAYS = 14
