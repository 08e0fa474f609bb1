import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'

/** Whether this browser can use the server's passkeys at the address where the console was opened. */
export function canUsePasskeys({ passkeyHost }: RuntimeConfig): boolean {
  return (
    isSecureContext &&
    'PublicKeyCredential' in window &&
    (location.hostname === passkeyHost || location.hostname.endsWith(`.${passkeyHost}`))
  )
}

/** Whether this device itself can store a passkey, behind its PIN, fingerprint or face. */
export async function canKeepPasskey(): Promise<boolean> {
  return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}
