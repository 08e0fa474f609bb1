/** The key file is missing, damaged, or not the one that the database was made with. One clear sentence. */
export class IdentityKeyError extends Error {
  override name = 'IdentityKeyError'
}
