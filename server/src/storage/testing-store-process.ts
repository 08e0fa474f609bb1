import { openTestStore } from './testing-store.ts'

// A store in a process of its own, which a test can kill or starve.
const house = await openTestStore(process.argv[2])
process.stdout.write(`${house.port}\n`)
