import { useEffect, useState } from 'react'
import classes from './chosen-picture.module.css'
import { PosterPicture } from './poster-picture.tsx'

/** The picture that a form is about to keep: the file at hand, or the stored one. */
export function ChosenPicture({ file, path }: { file: File | undefined; path: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (file === undefined) {
      return
    }
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className={classes.frame}>
      {file === undefined ? <PosterPicture path={path} /> : url && <img src={url} alt="" />}
    </div>
  )
}
