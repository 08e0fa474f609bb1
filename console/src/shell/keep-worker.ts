import { currentUserId, onSessionChange } from '../auth/session.ts'
import { loadRuntimeConfig, runtimeConfig } from '../console-config.ts'
import { deleteCaches } from '../worker/file-caches.ts'

const WORKER = '/worker.js'

/**
 * Registers the service worker once somebody has signed in, and removes it where the church has switched it off, or
 * where its script is gone: a browser would go on with what it has.
 */
export async function keepWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) {
    return
  }
  const { opensOffline } = runtimeConfig().kept ? await loadRuntimeConfig('no-store') : runtimeConfig()
  const { status } = await fetch(WORKER, { method: 'HEAD', cache: 'no-store' })
  if (!opensOffline || status === 404 || status === 410) {
    await (await navigator.serviceWorker.getRegistration())?.unregister()
    await deleteCaches()
  } else {
    await signedIn()
    await navigator.serviceWorker.register(WORKER)
  }
}

async function signedIn(): Promise<void> {
  while (currentUserId() === undefined) {
    await new Promise<void>((resolve) => {
      const stop = onSessionChange(() => {
        stop()
        resolve()
      })
    })
  }
}
