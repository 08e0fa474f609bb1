import { useEffect, useReducer, useRef, useState } from 'react'
import { hasSessionEnded } from '../forms/stored-draft.ts'
import type { Attachments } from '../forms/use-record-form.tsx'
import { stopMeasuring } from '../media/measuring.ts'
import type { SoundChoices } from '../media/sound/plan-sound.ts'
import {
  discardAll,
  discardFiles,
  filesOf,
  newMemory,
  type PendingFiles,
  restoreFiles,
  type SaveMemory,
} from './save-memory.ts'

/** The fields of which each has one file. */
export type FileField = Exclude<keyof PendingFiles, 'attachments'>

export type HeldFiles = { files: PendingFiles; memory: SaveMemory }

/** The files that were chosen for an item and are not stored yet, with what was done with them already. */
export function usePendingFiles() {
  const [files, setFiles] = useState<PendingFiles>({})
  const [memory, setMemory] = useState(newMemory)
  const handedOver = useRef(false)
  const [, redraw] = useReducer((count: number) => count + 1, 0)

  useEffect(
    () => () => {
      if (!hasSessionEnded() && !handedOver.current) {
        discardAll(memory)
      }
    },
    [memory],
  )

  const drop = (file: File | undefined) => {
    if (file !== undefined) {
      stopMeasuring(file)
      discardFiles([file], memory)
    }
  }
  const attachments: Attachments<HeldFiles> = {
    held: { files, memory },
    dirty: Object.keys(files).length > 0,
    restore(held, fields) {
      const restored = restoreFiles(files, held.files, fields)
      const kept = new Set(filesOf(restored))
      filesOf(files)
        .filter((file) => !kept.has(file))
        .forEach(drop)
      setFiles(restored)
      setMemory(held.memory)
    },
    setAside: () => setFiles({}),
    reset() {
      discardFiles(filesOf(files), memory)
      setFiles({})
    },
    forget: (held) => discardAll(held.memory),
    /** What was prepared and stored is given up; a create that may have been done stays the same create. */
    apart: (held) => ({
      ...held,
      memory: { ...newMemory(), newUuid: held.memory.newUuid, sound: held.memory.sound },
    }),
  }
  return {
    files,
    memory,
    attachments,
    /** A save goes on with them once the form is gone. */
    handOver() {
      handedOver.current = true
    },
    put(field: FileField, file: File) {
      drop(files[field])
      setFiles((current) => ({ ...current, [field]: file }))
    },
    soundChoices: files.path && memory.sound.get(files.path),
    /** What was made of the recording is made anew as it is wanted now. */
    chooseSound(choices: SoundChoices) {
      if (files.path) {
        discardFiles([files.path], memory)
        memory.sound.set(files.path, choices)
        redraw()
      }
    },
    take(field: FileField) {
      drop(files[field])
      setFiles(({ [field]: _dropped, ...others }) => others)
    },
    attach(path: string, file: File) {
      setFiles((current) => ({ ...current, attachments: { ...current.attachments, [path]: file } }))
    },
    detach(path: string) {
      drop(files.attachments?.[path])
      setFiles(({ attachments: { [path]: _dropped, ...kept } = {}, ...others }) =>
        Object.keys(kept).length === 0 ? others : { ...others, attachments: kept },
      )
    },
  }
}
