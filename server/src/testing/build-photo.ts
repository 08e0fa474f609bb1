import { drawFace } from '../demo/demo-faces.ts'
import { encodePng } from '../demo/encode-png.ts'

/** A photo in both sizes; every name has another one. */
export function buildPhoto(name: string): { small: string; large: string } {
  return drawFace(name)
}

/** A black square with this many pixels a side, as a `data:` address. */
export function buildSquare(side: number): string {
  return `data:image/png;base64,${encodePng(side, new Uint8Array(side * side * 3)).toString('base64')}`
}
