import { useEffect, useRef, useState } from 'react'
import { hasSessionEnded } from '../forms/stored-draft.ts'
import type { Attachments } from '../forms/use-record-form.tsx'
import { discardAll, discardFiles, newMemory, type PendingFiles, type SaveMemory } from './save-memory.ts'

type HeldFiles = { files: PendingFiles; memory: SaveMemory }

/** The files that were chosen for an item and are not stored yet, with what was done with them already. */
export function usePendingFiles() {
  const [files, setFiles] = useState<PendingFiles>({})
  const [memory, setMemory] = useState(newMemory)
  const handedOver = useRef(false)

  useEffect(
    () => () => {
      if (!hasSessionEnded() && !handedOver.current) {
        discardAll(memory)
      }
    },
    [memory],
  )

  const drop = (field: keyof PendingFiles) => {
    const file = files[field]
    if (file !== undefined) {
      discardFiles([file], memory)
    }
  }
  const attachments: Attachments<HeldFiles> = {
    held: { files, memory },
    dirty: Object.keys(files).length > 0,
    restore(held) {
      setFiles(held.files)
      setMemory(held.memory)
    },
    setAside: () => setFiles({}),
    reset() {
      drop('path')
      drop('poster_path')
      setFiles({})
    },
    forget: (held) => discardAll(held.memory),
    /** What was prepared and stored is given up; a create that may have been done stays the same create. */
    apart: (held) => ({ ...held, memory: { ...newMemory(), newUuid: held.memory.newUuid } }),
  }
  return {
    files,
    memory,
    attachments,
    /** A save goes on with them once the form is gone. */
    handOver() {
      handedOver.current = true
    },
    put(field: keyof PendingFiles, file: File) {
      drop(field)
      setFiles((current) => ({ ...current, [field]: file }))
    },
    take(field: keyof PendingFiles) {
      drop(field)
      setFiles(({ [field]: _dropped, ...others }) => others)
    },
  }
}
