import type { Generated } from 'kysely'

/** One row type for each table. Booleans are 0 or 1 and times are milliseconds since 1970, on both databases. */
export type CognitoTables = {
  identity_setting: { name: string; value: string }
  identity_signing_key: { kid: string; public_jwk: string; encrypted_private_jwk: string; starts: number }
  identity_user: {
    sub: string
    email: string
    status: 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'
    enabled: number
    encrypted_verifier: string
    temporary_until: number | null
    attributes: string
    group_names: string
    /** The name in lower case, by which users are listed and found; empty without one. */
    name_key: Generated<string>
    /** The second factors that are switched on, as a JSON list of the protocol's names. */
    mfa_enabled: Generated<string>
    mfa_preferred: string | null
    encrypted_totp: string | null
    /** The last time step whose TOTP code was used; none up to it is accepted again. */
    totp_step: Generated<number>
    created: number
    updated: number
  }
  identity_session: {
    origin_jti: string
    sub: string
    auth_time: number
    expires: number
    /** The tracked device on which it was signed in. */
    device_key: string | null
    /** What its access tokens allow, if OAuth gave them out; otherwise everything of one's own. */
    scope: string | null
  }
  identity_refresh_token: { token_hash: string; origin_jti: string; rotated: number | null }
  identity_credential: { access_key_id: string; origin_jti: string; expires: number }
  identity_challenge: {
    handle_hash: string
    step: string
    encrypted_state: string
    expires: number
    attempts: number
    request_hash: string | null
    encrypted_outcome: string | null
    completed: number | null
  }
  identity_code: {
    subject: string
    purpose: string
    code_mac: string
    expires: number
    attempts: number
    /** The address or number to which the code went, if it replaces another one once it is proved. */
    encrypted_target: string | null
  }
  identity_throttle: { subject: string; attempts: number; latest: number; locked_until: number }
  /** From where somebody has signed in: a keyed digest of the user and the address or device. */
  identity_location: { location: string; sub: string; latest: number }
  identity_passkey: {
    credential_id: string
    sub: string
    /** The COSE public key, base64url. */
    public_key: string
    counter: number
    name: string
    rp_id: string
    attachment: string | null
    /** A JSON list. */
    transports: string
    created: number
  }
  identity_device: {
    device_key: string
    sub: string
    group_key: string
    name: string
    encrypted_verifier: string
    remembered: number
    address: string
    created: number
    updated: number
    last_sign_in: number
  }
  /** Groups that are described; users may be in others too. A smaller precedence comes first among the groups of a user. */
  identity_group: {
    name: string
    description: string
    precedence: number | null
    created: number
    updated: number
    /** The role elsewhere for which the group stands; nothing here depends on it. */
    role_arn: string | null
  }
  /** Who is in which group, to find users by group; the order of a user's groups is in the user's row. */
  identity_member: { group_name: string; sub: string }
  identity_access_key: {
    access_key_id: string
    name: string
    encrypted_secret: string
    created: number
    last_used: number | null
  }
}
