import { Loader } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { useStoredFile } from '../list/use-stored-file.ts'
import { useObjectUrl } from '../sermon/use-object-url.ts'
import classes from './file-uploader.module.css'
import type { FileType } from './upload-kinds.ts'

/** Plays a recording or shows a picture: the chosen file, or the stored one by a signed address. */
export function FilePreview(props: { file: File | undefined; path: string; type: FileType; label: string }) {
  return props.file === undefined ? (
    <StoredPreview {...props} />
  ) : (
    <LocalPreview {...props} file={props.file} />
  )
}

type PreviewProps = { type: FileType; label: string }

function LocalPreview({ file, ...props }: PreviewProps & { file: File }) {
  const url = useObjectUrl(file)
  return url === undefined ? null : <Player key={url} {...props} url={url} />
}

function StoredPreview({ path, ...props }: PreviewProps & { path: string }) {
  const { t } = useMessages()
  const url = useStoredFile(path)
  if (url.isError) {
    return <p className={classes.unseen}>{t('preaching.file.noPreview')}</p>
  }
  return url.data === undefined ? <Loader size="sm" m="sm" /> : <Player {...props} url={url.data} />
}

function Player({ url, type, label }: PreviewProps & { url: string }) {
  const { t } = useMessages()
  const [broken, setBroken] = useState(false)
  if (broken) {
    return (
      <p className={classes.unseen} role="status">
        {t('preaching.file.noPreview')}
      </p>
    )
  }
  const shown = { src: url, className: classes.preview, onError: () => setBroken(true) }
  if (type === 'image') {
    return <img {...shown} alt={label} />
  }
  return type === 'audio' ? (
    <audio {...shown} controls preload="metadata" aria-label={label} />
  ) : (
    <video {...shown} controls playsInline preload="metadata" aria-label={label} />
  )
}
