import { closeWavSizes, WAV_HEAD } from '@vestry/contract/files/wav-sizes.ts'

/** A recording with the sizes that a recorder without power has left open; every other file as it is. */
export async function mendWav(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, WAV_HEAD).arrayBuffer())
  return closeWavSizes(head, file.size)
    ? new Blob([head, file.slice(head.length)], { type: file.type })
    : file
}
