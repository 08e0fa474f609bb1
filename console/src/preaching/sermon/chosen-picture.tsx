import classes from './chosen-picture.module.css'
import { PosterPicture } from './poster-picture.tsx'
import { useObjectUrl } from './use-object-url.ts'

/** The picture that a form is about to save: the chosen file, or the stored one. */
export function ChosenPicture({ file, path }: { file: File | undefined; path: string }) {
  const url = useObjectUrl(file)
  return (
    <div className={classes.frame}>
      {file === undefined ? <PosterPicture path={path} /> : url && <img src={url} alt="" />}
    </div>
  )
}
