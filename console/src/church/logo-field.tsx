import { Button } from '@mantine/core'
import { MAX_LOGO } from '@vestry/contract/rules/church-setting-rules.ts'
import { useState } from 'react'
import { decodePicture, drawPicture } from '../media/pictures/decode-picture.ts'
import { useMessages } from '../messages/use-messages.ts'
import { FileButton } from '../ui/pictures/file-button.tsx'
import classes from './settings-form.module.css'

/** The longest side of a logo in pixels: it is sharp at 64 on a screen with four pixels to one. */
const LONGEST = 256

/**
 * Makes a small picture of any kind that the browser can draw, as a data URL: a PNG or, if that would be longer than
 * `max` characters, a WebP. Throws if it can't be drawn.
 */
async function drawLogo(file: File, max: number): Promise<string> {
  const picture = await decodePicture(file)
  for (let longest = LONGEST; longest >= 32; longest /= 2) {
    const drawn = drawPicture(picture, sizeWithin(longest, picture))
    const small = ['image/png', 'image/webp']
      .map((type) => drawn.toDataURL(type))
      .find((url) => url.length <= max && /^data:image\/(png|webp);/.test(url))
    if (small !== undefined) {
      return small
    }
  }
  throw new Error('The picture can’t be made small enough.')
}

/** A drawing without a size of its own, as an SVG may be, is drawn at the largest size. */
function sizeWithin(longest: number, { naturalWidth, naturalHeight }: HTMLImageElement) {
  const [width, height] = [naturalWidth || longest, naturalHeight || longest]
  const scale = longest / Math.max(width, height)
  const by = naturalWidth === 0 ? scale : Math.min(scale, 1)
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
}

/** The church's logo: a picture that is reduced when it is chosen. */
export function LogoField(props: { id: string; logo: string; onChange: (logo: string) => void }) {
  const { t } = useMessages()
  const [isUnreadable, setIsUnreadable] = useState(false)
  const { id, logo } = props
  const choose = async (file: File) => {
    const small = await drawLogo(file, MAX_LOGO).catch(() => undefined)
    setIsUnreadable(small === undefined)
    if (small !== undefined) {
      props.onChange(small)
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take the place of the label
    <div
      className={classes.logo}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-about`}
    >
      <span id={`${id}-label`} className={classes.label}>
        {t('settings.logo')}
      </span>
      <div className={classes.picture}>
        {logo !== '' && <img src={logo} alt={t('settings.logo.shown')} width={64} height={64} />}
        <FileButton
          id={id}
          label={t(logo === '' ? 'settings.logo.choose' : 'settings.logo.replace')}
          onFile={(file) => void choose(file)}
        />
        {logo !== '' && (
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              props.onChange('')
              document.getElementById(id)?.focus()
            }}
          >
            {t('settings.logo.remove')}
          </Button>
        )}
      </div>
      <p
        id={`${id}-about`}
        role={isUnreadable ? 'alert' : undefined}
        className={isUnreadable ? classes.error : classes.help}
      >
        {t(
          isUnreadable
            ? 'settings.logo.unreadable'
            : logo === ''
              ? 'settings.logo.none'
              : 'settings.logo.help',
        )}
      </p>
    </div>
  )
}
