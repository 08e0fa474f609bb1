import { useState } from 'react'
import { useStoredFile } from '../list/use-stored-file.ts'
import classes from './poster.module.css'

/**
 * The picture of a poster, which fills the place kept for it; if it can't be shown, the place stays empty. Its address
 * is signed again once, since a clock that was corrected meanwhile makes the first address invalid.
 */
export function PosterPicture({ path }: { path: string }) {
  const url = useStoredFile(path)
  const [failures, setFailures] = useState(0)
  return url.data === undefined || failures > 1 ? null : (
    <img
      // Two addresses signed within the same second are equal, but the picture has to be loaded again.
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
