import { openAsBlob, writeFileSync } from 'node:fs'
import { BufferTarget } from 'mediabunny'
import { type CopyEdit, copyRecording } from '../recordings/copy-recording.ts'
import type { CopiedRecording } from '../recordings/recording-formats.ts'

// For the tests of this folder.

/** Copies the recording in one file into another. */
export async function copyFile(source: string, copy: string, edit: CopyEdit = {}): Promise<CopiedRecording> {
  let target = new BufferTarget()
  const open = () => {
    target = new BufferTarget()
    return target
  }
  const copied = await copyRecording(await openAsBlob(source), open, () => undefined, edit)
  writeFileSync(copy, Buffer.from(target.buffer ?? new ArrayBuffer()))
  return copied
}
