/** More rows than this would be a book: the printout says that it doesn't have all of them. */
export const MAX_PRINTED = 1000
