import { useQuery } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { lazy, Suspense, useState } from 'react'
import { fetchCode } from '../api/fetch-code.ts'
import { useSmallPhotos } from '../api/people/small-photos.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconCamera } from '../ui/look/icons.ts'
import { Face } from '../ui/people/face.tsx'
import classes from './child-photo.module.css'
import { findPhoto } from './photo-calls.ts'

const PhotoDialog = lazy(async () => ({
  default: (await fetchCode(() => import('./photo-dialog.tsx'))).PhotoDialog,
}))

/** The large photo on a child's page (until it has loaded, the small one), and the button that changes it. */
export function ChildPhoto({ of }: { of: Attendee }) {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const [changing, setChanging] = useState(false)
  const { data } = useQuery(findPhoto(of))
  // The small photo is shown only if it is loaded already, since the large one is being loaded.
  const smallOf = useSmallPhotos()
  const picture = of.photo === undefined ? undefined : (data?.large ?? smallOf(of))
  return (
    <div className={classes.photo}>
      <Face of={of} picture={picture} />
      {may('children') && of.names_only !== true && (
        <button
          type="button"
          className={classes.change}
          aria-label={t(of.photo === undefined ? 'attendees.photo.add' : 'attendees.photo.change')}
          onClick={() => setChanging(true)}
        >
          <IconCamera size={18} aria-hidden />
        </button>
      )}
      {changing && (
        <Suspense fallback={null}>
          <PhotoDialog of={of} picture={picture} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </div>
  )
}
