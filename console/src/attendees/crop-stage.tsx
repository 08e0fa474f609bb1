import { LARGE_PHOTO } from '@vestry/contract/sunday-school/photo-rules.ts'
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { focusOnce } from '../ui/imports/focus-once.ts'
import { type Crop, clampCrop, MAX_ZOOM, move, zoomBy } from './crop.ts'
import classes from './crop-stage.module.css'
import { drawCrop } from './open-picture.ts'

const STEP = 0.05
const ZOOM_STEP = 1.1
/** A finger that has moved by less than this has tapped. */
const TAP = 5
const MOVES: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

type Finger = { x: number; y: number; fromX: number; fromY: number }

/**
 * Chooses the part of a picture that becomes the photo. The picture is dragged under it, pinched, moved with the arrow
 * keys, or tapped where the middle should be.
 */
export function CropStage(props: {
  picture: HTMLCanvasElement
  crop: Crop
  onCrop: (change: (crop: Crop) => Crop) => void
}) {
  const { t } = useMessages()
  const { picture, crop, onCrop } = props
  const id = useId()
  const stage = useRef<HTMLCanvasElement>(null)
  const fingers = useRef(new Map<number, Finger>())

  useLayoutEffect(() => {
    if (stage.current) {
      drawCrop(stage.current, picture, crop)
    }
  }, [picture, crop])

  const widthOf = (event: PointerEvent) => event.currentTarget.clientWidth
  const drag = (event: PointerEvent) => {
    const finger = fingers.current.get(event.pointerId)
    if (!finger) {
      return
    }
    const { x, y } = finger
    const other = [...fingers.current].find(([pointer]) => pointer !== event.pointerId)?.[1]
    Object.assign(finger, { x: event.clientX, y: event.clientY })
    if (other) {
      const former = Math.hypot(x - other.x, y - other.y)
      const factor = Math.hypot(finger.x - other.x, finger.y - other.y) / Math.max(1, former)
      onCrop((now) => zoomBy(picture, now, factor))
    } else {
      const width = widthOf(event)
      onCrop((now) => move(picture, now, (x - finger.x) / width, (y - finger.y) / width))
    }
  }
  const release = (event: PointerEvent) => {
    const finger = fingers.current.get(event.pointerId)
    fingers.current.delete(event.pointerId)
    const tapped = finger && Math.hypot(event.clientX - finger.fromX, event.clientY - finger.fromY) < TAP
    if (tapped && event.type === 'pointerup') {
      const { left, top, width } = event.currentTarget.getBoundingClientRect()
      const [right, down] = [(event.clientX - left) / width - 0.5, (event.clientY - top) / width - 0.5]
      onCrop((now) => move(picture, now, right, down))
    }
  }
  const press = (event: KeyboardEvent) => {
    const [right, down] = MOVES[event.key] ?? [0, 0]
    const factor = { '+': ZOOM_STEP, '-': 1 / ZOOM_STEP }[event.key] ?? 1
    if (right !== 0 || down !== 0 || factor !== 1) {
      event.preventDefault()
      onCrop((now) => zoomBy(picture, move(picture, now, right, down), factor))
    }
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture that is moved has no element of its own */}
      <div
        className={classes.stage}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
        tabIndex={0}
        ref={focusOnce}
        aria-label={t('attendees.photo.stage')}
        aria-describedby={`${id}-help`}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const { clientX: x, clientY: y } = event
          fingers.current.set(event.pointerId, { x, y, fromX: x, fromY: y })
        }}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <canvas ref={stage} width={LARGE_PHOTO.side} height={LARGE_PHOTO.side} aria-hidden />
      </div>
      <p id={`${id}-help`} className={classes.help}>
        {t('attendees.photo.help')}
      </p>
      <label className={classes.zoom}>
        {t('attendees.photo.zoom')}
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = event.currentTarget.valueAsNumber
            onCrop((now) => clampCrop(picture, { ...now, zoom }))
          }}
        />
      </label>
    </>
  )
}
