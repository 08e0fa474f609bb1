import { lazy, Suspense } from 'react'
import { fetchCode } from '../../api/fetch-code.ts'
import { useSession } from '../../auth/session.ts'
import { loadMessages } from '../../messages/messages.ts'
import { useNowPlaying } from '../../ui/now-playing.ts'

const PlayerBar = lazy(async () => {
  const [{ PlayerBar }] = await fetchCode(() =>
    Promise.all([import('./player-bar.tsx'), loadMessages('player')]),
  )
  return { default: PlayerBar }
})

/** There is one of these in the console, below the pages: what it plays goes on while pages change. */
export function PlayerHost() {
  const { recording } = useNowPlaying()
  const session = useSession()
  return (
    recording !== undefined &&
    session.status === 'signed_in' && (
      <Suspense fallback={null}>
        <PlayerBar key={recording.uuid} recording={recording} />
      </Suspense>
    )
  )
}
