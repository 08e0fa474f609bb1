import { useState } from 'react'
import classes from './poster.module.css'
import { useStoredFile } from './use-stored-file.ts'

/** The picture of a poster, which fills the place that is kept for it; one that can't be shown leaves it empty. */
export function PosterPicture({ path }: { path: string }) {
  const url = useStoredFile(path)
  const [broken, setBroken] = useState(false)
  return url.data === undefined || broken ? null : (
    <img
      className={classes.picture}
      src={url.data}
      alt=""
      width={320}
      height={180}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}
