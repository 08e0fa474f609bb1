import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { hasSessionEnded } from '../../forms/stored-draft.ts'
import type { Attachments, Held } from '../../forms/use-record-form.tsx'
import { stopMeasuring } from '../../media/measuring.ts'
import type { SoundChoices } from '../../media/sound/plan-sound.ts'
import {
  apart,
  attach,
  type ChosenFiles,
  choose,
  clear,
  detach,
  type FileField,
  type PendingFiles,
  putBack,
  setAside,
  take,
  wantSound,
} from './chosen-files.ts'
import { createFilesStore, type FilesStore } from './files-store.ts'

/** Files that a form had, and the store that keeps them. */
export type HeldFiles = Held & { chosen: PendingFiles; store: FilesStore }

/** The files that were chosen for a record and are not stored yet, with what was done with them already. */
export function useChosenFiles() {
  const [store, setStore] = useState(() => createFilesStore())
  const { chosen, work } = useSyncExternalStore(store.subscribe, store.view)
  const handedOver = useRef(false)

  useEffect(
    () => () => {
      if (hasSessionEnded()) {
        store.stop()
      } else if (!handedOver.current) {
        store.close()
      }
    },
    [store],
  )

  const change = (step: (files: ChosenFiles) => ChosenFiles) => {
    const { path } = store.view().chosen
    store.change(step)
    if (path !== undefined && path !== store.view().chosen.path) {
      stopMeasuring(path)
    }
  }
  const attachments: Attachments<HeldFiles> = {
    held: hold(store),
    dirty: Object.keys(chosen).length > 0,
    restore(held, fields) {
      // What was chosen since goes over to the store that has the others.
      const now = store.view().chosen
      held.store.change((files) => putBack({ ...files, chosen: now }, held.chosen, fields))
      setStore(held.store)
    },
    setAside: () => store.change(setAside),
    reset: () => change(clear),
  }
  return {
    files: chosen,
    store,
    attachments,
    /** A save goes on with them once the form is gone. */
    handOver() {
      handedOver.current = true
    },
    put: (field: FileField, file: File) => change((files) => choose(files, field, file)),
    take: (field: FileField) => change((files) => take(files, field)),
    attach: (added: Readonly<Record<string, File>>) => change((files) => attach(files, added)),
    detach: (path: string) => change((files) => detach(files, path)),
    soundChoices: chosen.path && work.get(chosen.path)?.sound,
    chooseSound: (choices: SoundChoices) => change((files) => wantSound(files, choices)),
  }
}

function hold(store: FilesStore): HeldFiles {
  const files = store.view()
  return {
    chosen: files.chosen,
    store,
    forget: store.close,
    apart: () => hold(createFilesStore(apart(files))),
  }
}
