import type { Locator } from '@playwright/test'
import decodeQr from 'qr/decode.js'

/** Reads the QR code of a picture on the page. */
export async function readCode(picture: Locator): Promise<string> {
  const { width, height, reds } = await picture.evaluate((image: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(image, 0, 0)
    const dots = context?.getImageData(0, 0, width, height).data ?? []
    // What an evaluation answers as numbers takes a minute to come.
    let reds = ''
    for (let dot = 0; dot < width * height; dot += 1) {
      reds += String.fromCharCode(dots[4 * dot] ?? 0)
    }
    return { width, height, reds: btoa(reds) }
  })
  const data = new Uint8ClampedArray([...Buffer.from(reds, 'base64')].flatMap((red) => [red, red, red, 255]))
  return decodeQr({ width, height, data })
}
