import { useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './code-camera.module.css'
import { readCode } from './read-codes.ts'

/** What the camera sees, until a QR code is in it. */
export function CodeCamera({
  facing,
  texts,
  onCode,
}: {
  facing: 'user' | 'environment'
  texts: { aim: string; refused: string }
  onCode: (text: string) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setIsRefused] = useState(false)
  const tell = useEffectEvent(onCode)

  useEffect(() => {
    const ended = new AbortController()
    const read = async (picture: HTMLVideoElement) => {
      try {
        const code = await readCode(picture, { facing, signal: ended.signal })
        if (code !== undefined && !ended.signal.aborted) {
          tell(code)
        }
      } catch {
        setIsRefused(!ended.signal.aborted)
      }
    }
    if (video.current !== null) {
      void read(video.current)
    }
    return () => ended.abort()
  }, [facing])

  return (
    <div className={classes.camera} data-facing={facing}>
      {!isRefused && <video ref={video} muted playsInline aria-hidden />}
      <p role="status">{isRefused ? texts.refused : texts.aim}</p>
    </div>
  )
}
