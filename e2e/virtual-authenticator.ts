import type { Page } from '@playwright/test'

/**
 * Gives a page's device a fingerprint reader that keeps passkeys; a finger lies on it as long as it is told to.
 * Returns how to tell it.
 */
export async function plugAuthenticator(page: Page): Promise<(finger: boolean) => Promise<void>> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async (isUserVerified) => {
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
}
