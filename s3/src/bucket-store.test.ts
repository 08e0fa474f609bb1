import { describeBucket } from './testing-bucket.ts'
import { openOtherVestry } from './testing-elsewhere.ts'

describeBucket('A bucket in another Vestry', openOtherVestry)
