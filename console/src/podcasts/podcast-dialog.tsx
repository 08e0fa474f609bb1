import { Textarea, TextInput } from '@mantine/core'
import { PODCAST_FIELDS } from '@vestry/contract/records/podcast-record.ts'
import { EMAIL_PATTERN } from '@vestry/contract/records/record-fields.ts'
import { isWebsite } from '@vestry/contract/rules/church-setting-rules.ts'
import { useRef, useState } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { HELP_BELOW } from '../forms/help-below.ts'
import { causeOfUpload } from '../media/failure-causes.ts'
import { UploadError } from '../media/media-types.ts'
import { cutSquare } from '../media/pictures/cut-picture.ts'
import { decodePicture } from '../media/pictures/decode-picture.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { FileButton } from '../ui/pictures/file-button.tsx'
import { type Podcast, savePodcast, storeArtwork } from './podcast-calls.ts'
import classes from './podcasts-page.module.css'

/** The texts and settings of a podcast. */
export function PodcastDialog({
  podcast,
  usual,
  onClose,
}: {
  podcast: Podcast
  /** Its name if it has no title. */
  usual: string
  onClose: () => void
}) {
  const { t } = useMessages()
  const [values, setValues] = useState({
    title: podcast.title,
    description: podcast.description,
    author: podcast.author,
    email: podcast.email,
    moved_to: podcast.moved_to,
  })
  const [artwork, setArtwork] = useState<File>()
  /** Aborts the running upload of the picture. */
  const [sending, setSending] = useState<AbortController>()
  const [pictureError, setPictureError] = useState<string>()
  const [wrong, setWrong] = useState({ email: false, moved_to: false })
  const email = useRef<HTMLInputElement>(null)
  const movedTo = useRef<HTMLInputElement>(null)
  const set = (name: keyof typeof values) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setValues((now) => ({ ...now, [name]: value }))
  }

  const choose = async (file: File) => {
    try {
      setArtwork(await makeArtwork(file))
      setPictureError(undefined)
    } catch (error) {
      if (!(error instanceof ArtworkError)) {
        throw error
      }
      const { size } = error
      setPictureError(
        size === undefined ? t('podcasts.artwork.unreadable') : t('podcasts.artwork.small', { size }),
      )
    }
  }
  const check = () => {
    const found = {
      email: values.email.trim() !== '' && !EMAIL_PATTERN.test(values.email.trim()),
      moved_to: !isWebsite(values.moved_to.trim()),
    }
    setWrong(found)
    return found.email ? email.current : found.moved_to ? movedTo.current : null
  }
  const sendPicture = async (file: File) => {
    const stop = new AbortController()
    setSending(stop)
    try {
      return await storeArtwork(file, stop.signal)
    } finally {
      setSending(undefined)
    }
  }
  const stop = () => {
    sending?.abort()
    onClose()
  }
  const explain = (failure: Error) =>
    failure instanceof UploadError
      ? (causeOfUpload(failure)[0] ?? t('preaching.save.notUploaded', { type: 'image' }))
      : undefined
  const send = async () => {
    const { id, version } = podcast
    const artwork_path = artwork === undefined ? podcast.artwork_path : await sendPicture(artwork)
    await savePodcast({ id, version, artwork_path, ...values })
    onClose()
    showNotice({ message: t('podcasts.saved') })
  }
  const picture =
    artwork !== undefined
      ? t('podcasts.artwork.chosen', { name: artwork.name })
      : podcast.artwork_path !== ''
        ? t('podcasts.artwork.kept')
        : undefined
  return (
    <FormDialog
      title={t('podcasts.edit.title')}
      submit={t('podcasts.save')}
      check={check}
      send={send}
      explain={explain}
      onClose={onClose}
      onStop={sending && stop}
    >
      <TextInput
        data-first-focus
        label={t('podcasts.field.title')}
        description={t('podcasts.field.title.help', { title: usual })}
        inputWrapperOrder={HELP_BELOW}
        maxLength={PODCAST_FIELDS.title.max}
        value={values.title}
        onChange={set('title')}
      />
      <Textarea
        label={t('podcasts.field.description')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={PODCAST_FIELDS.description.max}
        value={values.description}
        onChange={set('description')}
      />
      <TextInput
        label={t('podcasts.field.author')}
        description={t('podcasts.field.author.help')}
        inputWrapperOrder={HELP_BELOW}
        maxLength={PODCAST_FIELDS.author.max}
        value={values.author}
        onChange={set('author')}
      />
      <TextInput
        ref={email}
        type="email"
        label={t('podcasts.field.email')}
        description={t('podcasts.field.email.help')}
        inputWrapperOrder={HELP_BELOW}
        error={wrong.email && t('podcasts.field.email.wrong')}
        maxLength={PODCAST_FIELDS.email.max}
        value={values.email}
        onChange={set('email')}
      />
      <fieldset className={classes.artwork}>
        <legend>{t('podcasts.artwork')}</legend>
        <FileButton
          label={t(picture === undefined ? 'podcasts.artwork.choose' : 'podcasts.artwork.replace')}
          onFile={(file) => void choose(file)}
        />
        <p role="status" className={pictureError === undefined ? classes.help : classes.error}>
          {pictureError ?? [picture, t('podcasts.artwork.help')].filter(Boolean).join(' ')}
        </p>
      </fieldset>
      <TextInput
        ref={movedTo}
        type="url"
        inputMode="url"
        label={t('podcasts.field.moved')}
        description={t('podcasts.field.moved.help')}
        inputWrapperOrder={HELP_BELOW}
        error={wrong.moved_to && t('podcasts.field.moved.wrong')}
        maxLength={PODCAST_FIELDS.moved_to.max}
        placeholder="https://"
        value={values.moved_to}
        onChange={set('moved_to')}
      />
    </FormDialog>
  )
}

/** A picture that can't be used as artwork: it can't be read, or its shorter side has too few pixels. */
class ArtworkError extends Error {
  override readonly name = 'ArtworkError'
  /** The length of the shorter side; undefined if the picture can't be read. */
  readonly size: number | undefined

  constructor(size?: number, options?: ErrorOptions) {
    super('No artwork', options)
    this.size = size
  }
}

/**
 * The middle of a picture in the form that directories accept: a square JPEG on white.
 *
 * @throws {ArtworkError}
 */
async function makeArtwork(file: File): Promise<File> {
  const picture = await decodePicture(file).catch((error: unknown) => {
    throw new ArtworkError(undefined, { cause: error })
  })
  const blob = await cutSquare(picture)
  if (blob === undefined) {
    throw new ArtworkError(Math.min(picture.naturalWidth, picture.naturalHeight))
  }
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
}
