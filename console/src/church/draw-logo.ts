/** The longest side of a logo in pixels: sharp at 64 on a screen of four pixels to one. */
const LONGEST = 256

/**
 * A picture of any kind that the browser can draw, made small, as a data URL of a PNG or, where that would be longer
 * than `max` characters, a WebP. Throws where it can't be drawn.
 */
export async function drawLogo(file: File, max: number): Promise<string> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    for (let longest = LONGEST; longest >= 32; longest /= 2) {
      const drawn = draw(picture, longest)
      const small = ['image/png', 'image/webp']
        .map((type) => drawn.toDataURL(type))
        .find((url) => url.length <= max && /^data:image\/(png|webp);/.test(url))
      if (small !== undefined) {
        return small
      }
    }
    throw new Error('The picture can’t be made small enough.')
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** A drawing without a size of its own, as an SVG may be, is drawn as large as it may be. */
function draw(picture: HTMLImageElement, longest: number): HTMLCanvasElement {
  const width = picture.naturalWidth || longest
  const height = picture.naturalHeight || longest
  const isDrawing = picture.naturalWidth === 0
  const scale = Math.min(longest / Math.max(width, height), isDrawing ? Number.POSITIVE_INFINITY : 1)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (context === null) {
    throw new Error('The browser can’t draw.')
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}
