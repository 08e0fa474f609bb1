import { DEFAULT_POSTER_PATH } from '@vestry/contract/media.ts'
import { useEffect, useState } from 'react'
import { hasSessionEnded } from '../forms/draft-store.ts'
import { useFormDraft } from '../forms/use-form-draft.ts'
import { PREACHING_FIELDS, type PreachingValues, validatePreaching } from './preaching-fields.ts'
import { giveUpAll, giveUpFiles, newMemory, type PendingFiles, type SaveMemory } from './save-memory.ts'
import { fileTypeOf, folderOf } from './upload-kinds.ts'

type UnsavedSermon = { fields: Partial<PreachingValues>; files: PendingFiles; memory: SaveMemory }

/** The draft of an item: its fields, and the files that were chosen for it and are not stored yet. */
export function usePreachingDraft(loaded: PreachingValues) {
  const form = useFormDraft(loaded, PREACHING_FIELDS, validatePreaching)
  const [files, setFiles] = useState<PendingFiles>({})
  const [memory, setMemory] = useState(newMemory)

  useEffect(
    () => () => {
      if (!hasSessionEnded()) {
        giveUpAll(memory)
      }
    },
    [memory],
  )

  const dirty = form.dirty || Object.keys(files).length > 0
  const drop = (field: keyof PendingFiles) => {
    const file = files[field]
    if (file !== undefined) {
      giveUpFiles([file], memory)
    }
  }
  const clear = (field: keyof PendingFiles) => {
    drop(field)
    setFiles(({ [field]: _dropped, ...others }) => others)
    form.set(field, loaded[field])
    if (field === 'path') {
      form.set('media_format', loaded.media_format)
    }
  }
  return {
    form,
    files,
    memory,
    choose(field: keyof PendingFiles, file: File) {
      drop(field)
      setFiles((current) => ({ ...current, [field]: file }))
      const kind = field === 'path' ? 'media' : 'image'
      form.set(field, folderOf(kind, new Date().getFullYear()) + file.name)
      if (field === 'path') {
        form.set('media_format', fileTypeOf(file) === 'video' ? 'video' : 'audio')
      }
    },
    clear,
    putDefaultPoster() {
      clear('poster_path')
      form.set('poster_path', DEFAULT_POSTER_PATH)
    },
    /** What of it outlives the page when the session ends: the files and what was done with them, too. */
    unsaved: {
      edits: { fields: form.edits, files, memory },
      dirty,
      restore(kept: UnsavedSermon) {
        form.restore(kept.fields)
        setFiles(kept.files)
        setMemory(kept.memory)
      },
      forget: (kept: UnsavedSermon) => giveUpAll(kept.memory),
      /** What was prepared and stored is given up; a create that may have been done stays the same create. */
      apart: (kept: UnsavedSermon): UnsavedSermon => ({
        ...kept,
        memory: { ...newMemory(), newUuid: kept.memory.newUuid },
      }),
    },
    /** Back to what was loaded, files included. */
    reset() {
      drop('path')
      drop('poster_path')
      setFiles({})
      form.reset()
    },
    /** Takes the changes off without giving their files up, and answers how to put them on again. */
    setAside(): () => void {
      const { edits } = form
      const aside = files
      form.reset()
      setFiles({})
      return () => {
        form.restore(edits)
        setFiles(aside)
      }
    },
  }
}

export type PreachingDraft = ReturnType<typeof usePreachingDraft>
