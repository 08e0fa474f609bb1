import { describeBucket } from '../s3/src/testing/describe-bucket.ts'
import { openSwift } from '../s3/src/testing/swift-server.ts'
import { findSwift } from './find-programs.ts'

// It refuses conditional writes: the server finds that out, and has the console choose names that can't clash.
const open = () => {
  findSwift()
  return openSwift()
}
describeBucket('A bucket in OpenStack Swift', open, false)
