import { Button } from '@mantine/core'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { useId, useRef, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import dialog from '../forms/form-dialog.module.css'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialogs/dialog-frame.tsx'
import { IconCamera, IconPhoto, IconTrash } from '../ui/look/icons.ts'
import { Face } from '../ui/people/face.tsx'
import { FileButton } from '../ui/pictures/file-button.tsx'
import { Reference } from '../ui/reference.tsx'
import { fullName } from './attendee-fields.ts'
import { type Crop, firstCrop } from './crop.ts'
import { CropStage } from './crop-stage.tsx'
import { cutPhoto, openPicture, PictureError } from './open-picture.ts'
import { changePhoto, type Pictures } from './photo-calls.ts'
import classes from './photo-dialog.module.css'

type Chosen = { picture: HTMLCanvasElement; crop: Crop }

/** Chooses or takes a child's photo, crops it to a square, and saves it; or removes it. */
export function PhotoDialog(props: {
  of: Attendee
  /** The present photo. */
  picture: string | undefined
  onClose: () => void
}) {
  const { t } = useMessages()
  const { of, picture, onClose } = props
  const id = useId()
  const [chosen, setChosen] = useState<Chosen>()
  const [failure, setFailure] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const working = useRef(false)

  /** Does one thing at a time; what goes wrong is said in the dialog. */
  const work = async (task: () => Promise<void>) => {
    if (working.current) {
      return
    }
    working.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await task()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    } finally {
      working.current = false
      setBusy(false)
    }
  }
  const choose = (file: File) =>
    work(async () => {
      const opened = await openPicture(file)
      setChosen({ picture: opened, crop: firstCrop(opened) })
    })
  const change = (to: Pictures | undefined) =>
    work(async () => {
      await changePhoto(of, to)
      onClose()
    })
  const ways = (again: boolean) => (
    <div className={classes.ways}>
      <FileButton
        label={t(again ? 'attendees.photo.chooseAgain' : 'attendees.photo.choose')}
        icon={IconPhoto}
        disabled={busy}
        onFile={(file) => void choose(file)}
      />
      {matchMedia('(pointer: coarse)').matches && (
        <FileButton
          camera
          label={t(again ? 'attendees.photo.takeAgain' : 'attendees.photo.take')}
          icon={IconCamera}
          disabled={busy}
          onFile={(file) => void choose(file)}
        />
      )}
      {!again && of.photo !== undefined && (
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={busy}
          onClick={() => void change(undefined)}
        >
          {t('attendees.photo.remove')}
        </Button>
      )}
    </div>
  )
  return (
    <DialogFrame onEscape={busy ? undefined : onClose} labelledBy={id}>
      <div className={dialog.form}>
        <h2 id={id}>{t('attendees.photo.title', { name: fullName(of) })}</h2>
        {chosen === undefined ? (
          <>
            <div className={classes.face}>
              <Face of={of} picture={picture} />
            </div>
            <p>{t('attendees.photo.who')}</p>
            {ways(false)}
          </>
        ) : (
          <>
            <CropStage
              {...chosen}
              onCrop={(of) => setChosen((now) => now && { ...now, crop: of(now.crop) })}
            />
            {ways(true)}
          </>
        )}
        {failure !== undefined && (
          <div role="alert" className={dialog.failure}>
            {failure instanceof PictureError ? t(`attendees.photo.${failure.why}`) : failure.message}
            <Reference id={failure instanceof ApiError ? failure.reference : undefined} />
          </div>
        )}
        <div className={dialog.actions}>
          <Button
            variant="default"
            disabled={busy}
            {...(chosen === undefined && { 'data-first-focus': true })}
            onClick={onClose}
          >
            {t('ui.dialog.cancel')}
          </Button>
          {chosen !== undefined && (
            <Button loading={busy} onClick={() => void change(cutPhoto(chosen.picture, chosen.crop))}>
              {t('attendees.photo.save')}
            </Button>
          )}
        </div>
      </div>
    </DialogFrame>
  )
}
