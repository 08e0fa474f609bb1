import { describeBucket } from './testing-bucket.ts'
import { openSwift } from './testing-swift.ts'

// It refuses writes on condition, and so the console can't publish there; all else it can.
describeBucket('A bucket in OpenStack Swift', openSwift, false)
