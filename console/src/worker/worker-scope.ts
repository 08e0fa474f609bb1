/** What the library of types for pages lacks of a service worker, as far as ours needs it. */
export type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Lifetime) => void): void
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: ServiceWorkerRegistration
}

type Lifetime = { waitUntil(work: Promise<unknown>): void }

export type Asked = Lifetime & { request: Request; respondWith(response: Promise<Response>): void }
