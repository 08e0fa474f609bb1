/** Opens a picture of any kind that the browser can draw, upright. Throws if it can't. */
export async function decodePicture(file: File): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return picture
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** A picture drawn at another size, on this background or on none. */
export function drawPicture(
  picture: HTMLImageElement | HTMLCanvasElement,
  { width, height }: { width: number; height: number },
  ground?: string,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (context === null) {
    throw new Error('The browser can’t draw.')
  }
  context.imageSmoothingQuality = 'high'
  if (ground !== undefined) {
    context.fillStyle = ground
    context.fillRect(0, 0, width, height)
  }
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}
