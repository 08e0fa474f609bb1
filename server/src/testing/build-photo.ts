import { drawFace } from '../demo/demo-faces.ts'
import { encodePng } from '../demo/encode-png.ts'

/** A photo in both sizes, another one for each name. */
export function buildPhoto(name: string): { small: string; large: string } {
  return drawFace(name)
}

/** A black square of so many pixels a side, as a data: address. */
export function buildSquare(side: number): string {
  return `data:image/png;base64,${encodePng(side, new Uint8Array(side * side * 3)).toString('base64')}`
}
