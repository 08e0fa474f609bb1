import { isMainThread } from 'node:worker_threads'

// A signal that is sent to npm ends npm's shell and never comes here, so under npm the loss of the parent counts as one.
if (process.env.npm_lifecycle_event && isMainThread) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 250).unref()
}
