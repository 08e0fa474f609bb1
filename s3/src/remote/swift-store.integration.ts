import { describeBucket } from '../testing/describe-bucket.ts'
import { openSwift } from '../testing/swift-server.ts'

// It refuses conditional writes: the server finds that out, and has the console choose names that can't clash.
describeBucket('A bucket in OpenStack Swift', openSwift, false)
