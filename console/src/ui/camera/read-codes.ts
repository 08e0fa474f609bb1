/** How often the picture is looked at, in milliseconds, and how wide it then is, in pixels. */
const LOOK_EVERY = 120
const LOOKED_AT = 720

/** Whether this browser lets a page see with a camera: pages without TLS may not. */
export function hasCamera(): boolean {
  return navigator.mediaDevices?.getUserMedia !== undefined
}

/**
 * Shows what the camera sees, and tells the text of a QR code once one is seen. Rejects where there is no camera, or the
 * person does not let it be used.
 */
export async function readCode(
  video: HTMLVideoElement,
  { facing, signal }: { facing: 'user' | 'environment'; signal: AbortSignal },
): Promise<string | undefined> {
  const { decodeQR } = await import('qr/decode.js')
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: facing } })
  try {
    video.srcObject = stream
    await video.play()
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    while (!signal.aborted && context !== null) {
      const code = look(context, video, decodeQR)
      if (code !== undefined) {
        return code
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) {
      track.stop()
    }
  }
}

function look(
  context: CanvasRenderingContext2D,
  video: HTMLVideoElement,
  decode: (picture: ImageData) => string,
): string | undefined {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) {
    return undefined
  }
  const width = Math.min(LOOKED_AT, videoWidth)
  const height = Math.round((videoHeight * width) / videoWidth)
  Object.assign(context.canvas, { width, height })
  context.drawImage(video, 0, 0, width, height)
  try {
    return decode(context.getImageData(0, 0, width, height))
  } catch {
    // There is no code in this picture, or not a whole one.
    return undefined
  }
}
