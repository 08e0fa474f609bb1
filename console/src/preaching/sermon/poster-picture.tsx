import { useState } from 'react'
import { useStoredFile } from '../list/use-stored-file.ts'
import classes from './poster.module.css'

/**
 * The picture of a poster, which fills the place that is kept for it; one that can't be shown leaves it empty. Its address is
 * signed anew once, since a clock that was set meanwhile makes the first one void.
 */
export function PosterPicture({ path }: { path: string }) {
  const url = useStoredFile(path)
  const [failures, setFailures] = useState(0)
  return url.data === undefined || failures > 1 ? null : (
    <img
      // Signed within one second, the address is the same, and the picture is still another one.
      key={url.dataUpdatedAt}
      className={classes.picture}
      src={url.data}
      alt=""
      width={320}
      height={180}
      loading="lazy"
      decoding="async"
      onError={() => {
        setFailures(failures + 1)
        void (failures === 0 && url.refetch())
      }}
    />
  )
}
