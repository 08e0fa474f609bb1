import { editField } from '../../forms/form-draft.ts'
import type { ContentSteps, FormContent } from '../../forms/form-store.ts'
import {
  apart,
  type ChosenFiles,
  choose,
  clear,
  type FileField,
  putBack,
  setAside,
  take,
} from './chosen-files.ts'
import type { SaveCourse } from './save-course.ts'

/**
 * The content of a form with files: the changes of its fields, the files that were chosen, and the state of its save.
 */
export type FilesContent<V> = FormContent<V> & { files: ChosenFiles; save?: SaveCourse | undefined }

type PathField<V> = FileField & keyof V

export function filesSteps<V, C extends FilesContent<V>>(): ContentSteps<V, C> {
  return {
    isDirty: ({ edits, files }) => Object.keys(edits).length + Object.keys(files.chosen).length > 0,
    setAside: (content) => ({ ...content, edits: {}, files: setAside(content.files) }),
    putBack: (now, back) => ({
      ...now,
      edits: { ...now.edits, ...back.edits },
      files: putBack(now.files, back.files, back.edits),
      save: undefined,
    }),
    clear: (content) => ({ ...content, edits: {}, files: clear(content.files), save: undefined }),
    apart: (content) => ({ ...content, files: apart(content.files), save: undefined }),
  }
}

/** Chooses a file for a field, which then shows where it will be stored. */
export function chooseFile<V extends object, C extends FilesContent<V>>(
  content: C,
  loaded: V,
  field: PathField<V>,
  file: File,
  folder: string,
): C {
  const path = (folder + file.name) as V[PathField<V>]
  return {
    ...content,
    edits: editField(loaded, content.edits, field, path),
    files: choose(content.files, field, file),
  }
}

/** Removes the file that was chosen for a field, which shows `path` again. */
export function takeFile<V extends object, C extends FilesContent<V>, F extends PathField<V>>(
  content: C,
  loaded: V,
  field: F,
  path = loaded[field],
): C {
  return {
    ...content,
    edits: editField(loaded, content.edits, field, path),
    files: take(content.files, field),
  }
}
