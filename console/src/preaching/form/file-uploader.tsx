import { Button, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import { lazy, Suspense, useState } from 'react'
import { fetchCode } from '../../api/fetch-code.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { showMessage } from '../../ui/dialogs/dialogs.ts'
import { DropArea } from '../../ui/forms/drop-area.tsx'
import { IconFileMusic, IconUpload, IconVideo } from '../../ui/look/icons.ts'
import { formatBytes, formatSpan } from '../../ui/look/measures.ts'
import { ChosenPicture } from '../sermon/chosen-picture.tsx'
import { FilePreview } from './file-preview.tsx'
import classes from './file-uploader.module.css'
import { withImageType } from './image-type.ts'
import { type FileType, fileNameOf, refuseFiles, UPLOAD_KINDS, type UploadKind } from './upload-kinds.ts'

const SoundOutline = lazy(async () => ({
  default: (await fetchCode(() => import('../player/sound-outline.tsx'))).SoundOutline,
}))

type FormOf<Name extends string, Field> = { values: Record<Name, string>; field: (name: Name) => Field }

/** The properties of a field that is the path of a file. `loaded` is the value to which clearing returns. */
export function fileProps<Name extends string, Field>(
  form: FormOf<Name, Field>,
  loaded: Record<Name, string>,
  name: Name,
  file: File | undefined,
) {
  return { ...form.field(name), path: form.values[name], loadedPath: loaded[name], file }
}

/** The path of a file, with all that can be done with the file: choose another one, view it, undo the choice. */
export function FileUploader(props: {
  id: string
  label: string
  kind: UploadKind
  type: FileType
  error: string | undefined
  path: string
  /** The path that was loaded, to which clearing returns. */
  loadedPath: string
  file: File | undefined
  /** What is known of the stored file: its length in seconds, and the outline of its sound. */
  stored?: { duration?: number | undefined; waveform?: string | undefined } | undefined
  onChoose: (file: File) => void
  onClear: () => void
  /** Restores the default, if there is one. */
  onDefault?: () => void
  /** Removes the file, if the field may be empty. */
  onRemove?: () => void
  onBlur: () => void
}) {
  const { t } = useMessages()
  const { id, kind, path, file } = props
  const [asked, setViewed] = useState<boolean>()
  // A chosen recording is at hand; a stored one is fetched when somebody asks for it.
  const viewed = asked ?? (kind === 'media' && file !== undefined)
  const rules = UPLOAD_KINDS[kind]
  const take = async (given: readonly File[]) => {
    const files = kind === 'image' ? await Promise.all(given.map(withImageType)) : given
    const refusal = refuseFiles(files, kind)
    const [chosen] = files
    if (refusal !== undefined) {
      void showMessage({ status: 'error', message: t(refusal) })
    } else if (chosen !== undefined) {
      props.onChoose(chosen)
    }
  }
  /** The button goes with what it does: the focus moves on to where a file is chosen. */
  const thenFocus = (act: (() => void) | undefined) => () => {
    act?.()
    document.getElementById(id)?.focus()
  }
  const name = fileNameOf(path)
  const stored = file === undefined && path === props.loadedPath ? props.stored : undefined
  const Icon = props.type === 'video' ? IconVideo : IconFileMusic
  return (
    <div className={classes.field}>
      <Input.Label
        labelElement="div"
        className={classes.label ?? ''}
        id={`${id}-label`}
        required={props.onRemove === undefined}
      >
        {props.label}
      </Input.Label>
      <div className={classes.box} data-invalid={props.error !== undefined || undefined}>
        {path !== '' && (
          <div className={classes.file}>
            {props.type === 'image' ? (
              <div className={classes.picture}>
                <ChosenPicture file={file} path={path} />
              </div>
            ) : (
              <Icon size={20} stroke={1.5} aria-hidden />
            )}
            <div className={classes.text}>
              <span className={classes.path}>{path}</span>
              <FileFacts {...props} seconds={stored?.duration} />
            </div>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={viewed}
              aria-label={t(viewed ? 'preaching.file.hideOf' : 'preaching.file.viewOf', { name })}
              onClick={() => setViewed(!viewed)}
            >
              {t(viewed ? 'preaching.file.hide' : 'preaching.file.view')}
            </Button>
            {props.onDefault !== undefined && path !== DEFAULT_POSTER_PATH && (
              <FileAction onClick={thenFocus(props.onDefault)}>{t('preaching.file.useDefault')}</FileAction>
            )}
            {props.onRemove !== undefined && file === undefined && (
              <FileAction label={t('preaching.file.removeOf', { name })} onClick={thenFocus(props.onRemove)}>
                {t('preaching.file.remove')}
              </FileAction>
            )}
            {(file !== undefined || path !== props.loadedPath) && (
              <FileAction label={t('preaching.file.clearOf', { name })} onClick={thenFocus(props.onClear)}>
                {t('preaching.file.clear')}
              </FileAction>
            )}
          </div>
        )}
        {stored?.waveform !== undefined && (
          <div className={classes.wave}>
            <Suspense fallback={null}>
              <SoundOutline waveform={stored.waveform} played={0} />
            </Suspense>
          </div>
        )}
        {path === '' && props.loadedPath !== '' && (
          <div className={classes.file}>
            <div className={classes.text}>
              <span className={classes.meta}>
                {t('preaching.file.willRemove', { old: fileNameOf(props.loadedPath) })}
              </span>
            </div>
            <FileAction onClick={thenFocus(props.onClear)}>{t('preaching.file.keep')}</FileAction>
          </div>
        )}
        {path !== '' && viewed && (
          <FilePreview
            file={file}
            path={path}
            type={props.type}
            label={
              props.onRemove === undefined
                ? t(`preaching.file.${kind === 'image' ? 'poster' : 'recording'}`)
                : props.label
            }
          />
        )}
        <DropArea
          id={id}
          accept={rules.accept}
          disabled={false}
          invalid={props.error !== undefined}
          labelledBy={`${id}-label`}
          describedBy={props.error === undefined ? undefined : `${id}-error`}
          onFiles={(files) => void take(files)}
          onBlur={props.onBlur}
        >
          <IconUpload size={16} aria-hidden />
          {t(path === '' ? rules.drop : rules.replace)}
        </DropArea>
      </div>
      {props.error !== undefined && (
        <Input.Error id={`${id}-error`} className={classes.error ?? ''}>
          {props.error}
        </Input.Error>
      )}
    </div>
  )
}

/** Something to do with the file, less prominent than to view it. `label` says which file, where its text does not. */
function FileAction({ label, ...rest }: { label?: string; onClick: () => void; children: string }) {
  return <Button variant="subtle" color="gray" size="compact-sm" aria-label={label} {...rest} />
}

/** Size and duration of a chosen file, and what happens to the one before it. */
function FileFacts(props: {
  kind: UploadKind
  path: string
  loadedPath: string
  file: File | undefined
  /** The length of a stored recording. */
  seconds: number | undefined
}) {
  const { t, language } = useMessages()
  const { file, loadedPath } = props
  const duration = useDuration(props.kind === 'media' ? file : undefined)
  const replaces = loadedPath !== '' && loadedPath !== DEFAULT_POSTER_PATH && loadedPath !== props.path
  const replacing = t('preaching.file.willReplace', { old: fileNameOf(loadedPath) })
  if (props.seconds) {
    return <span className={classes.meta}>{formatSpan(props.seconds)}</span>
  }
  if (file === undefined) {
    return props.path === DEFAULT_POSTER_PATH ? (
      <>
        <span className={classes.meta}>{t('preaching.file.defaultPoster')}</span>
        {replaces && <span className={classes.meta}>{replacing}</span>}
      </>
    ) : null
  }
  const size = [formatBytes(file.size, language), ...(duration === undefined ? [] : [formatSpan(duration)])]
  return (
    <>
      <span className={classes.meta}>{size.join(' · ')}</span>
      <span className={classes.meta}>{replaces ? replacing : t('preaching.file.willUpload')}</span>
    </>
  )
}

/** The length of a chosen recording, in seconds; undefined if it isn't known yet, or can't be. */
function useDuration(file: File | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: ['duration', file?.name, file?.size, file?.lastModified],
    queryFn: () => readDuration(file),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: file !== undefined,
  })
  return file === undefined ? undefined : (data ?? undefined)
}

/** Asks the browser's own player, which reads no more than it needs; null if it can't tell. */
function readDuration(file: File | undefined): Promise<number | null> {
  if (file === undefined) {
    return Promise.resolve(null)
  }
  const player = document.createElement('video')
  const url = URL.createObjectURL(file)
  return new Promise<number | null>((resolve) => {
    player.preload = 'metadata'
    player.onloadedmetadata = () => resolve(Number.isFinite(player.duration) ? player.duration : null)
    player.onerror = () => resolve(null)
    player.src = url
  }).finally(() => {
    player.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}
