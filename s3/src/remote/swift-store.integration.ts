import { describeBucket } from '../testing/describe-bucket.ts'
import { openSwift } from '../testing/swift-server.ts'

// It refuses writes on condition: the server finds that out, and has the console choose names that can't clash.
describeBucket('A bucket in OpenStack Swift', openSwift, false)
