/** A picture of one bit a dot: each row filled up to whole bytes, 1 for black. */
export type LabelPicture = { width: number; height: number; rows: Uint8Array }

export function bytesPerRow({ width }: Pick<LabelPicture, 'width'>): number {
  return Math.ceil(width / 8)
}
