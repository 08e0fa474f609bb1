import { openTestStore } from './testing-store.ts'

// A store in a process of its own, which a test can kill or starve.
const server = await openTestStore(process.argv[2])
process.stdout.write(`${server.port}\n`)
