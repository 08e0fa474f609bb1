/** A part of a picture: a square around a point, in the picture's own pixels. */
export type Crop = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const MAX_ZOOM = 4

/** The largest square in the middle of the picture. */
export function firstCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** The side of the square. */
export function sideOf({ width, height }: Size, { zoom }: Crop): number {
  return Math.min(width, height) / zoom
}

/** The nearest square that lies within the picture. */
export function clampCrop(size: Size, { x, y, zoom }: Crop): Crop {
  const fitted = { x, y, zoom: between(1, zoom, MAX_ZOOM) }
  const half = sideOf(size, fitted) / 2
  return { ...fitted, x: between(half, x, size.width - half), y: between(half, y, size.height - half) }
}

/** Moves the square by parts of its own side. */
export function move(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop)
  return clampCrop(size, { ...crop, x: crop.x + right * side, y: crop.y + down * side })
}

export function zoomBy(size: Size, crop: Crop, factor: number): Crop {
  return clampCrop(size, { ...crop, zoom: crop.zoom * factor })
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(least, value), most)
}
