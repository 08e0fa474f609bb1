import { describeBucket } from './testing-bucket.ts'
import { openSwift } from './testing-swift.ts'

describeBucket('A bucket in OpenStack Swift', openSwift)
