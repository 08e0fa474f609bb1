import { openTestStore } from './test-store.ts'

// A store in a process of its own, which a test can kill or starve.
const server = await openTestStore({ folder: process.argv[2] })
process.stdout.write(`${server.port}\n`)
