import { deleteCaches } from './file-caches.ts'
import type { WorkerScope } from './worker-scope.ts'

// The kill switch: served in place of the worker, it removes what that has kept and then itself. Open pages go on.

const scope = globalThis as unknown as WorkerScope

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) =>
  event.waitUntil(deleteCaches().finally(() => scope.registration.unregister())),
)
