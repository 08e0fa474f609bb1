import { describeBucket } from '../testing/describe-bucket.ts'
import { startRemoteServer } from '../testing/remote-server.ts'

describeBucket('A bucket in another Vestry', startRemoteServer)
