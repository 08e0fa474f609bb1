import { type ImportEdits, isEdited, NO_EDITS } from './import-choices.ts'

/** The end of a session leaves such notes of a tab for the same person, and logging out does not. */
const STORED_AS = 'vestry.sermon-import.'

/** What somebody has chosen of an import in this tab, also before it was loaded again. */
export function findEdits(id: number): ImportEdits {
  try {
    const { speakers, defaults, left, taken } = JSON.parse(sessionStorage.getItem(STORED_AS + id) ?? '') as {
      speakers: [name: string, as: string][]
      defaults: ImportEdits['defaults']
      left: number[]
      taken: number[]
    }
    return { speakers: new Map(speakers), defaults, left: new Set(left), taken: new Set(taken) }
  } catch {
    return NO_EDITS
  }
}

export function storeEdits(id: number, edits: ImportEdits): void {
  if (!isEdited(edits)) {
    forgetEdits(id)
    return
  }
  const { speakers, defaults, left, taken } = edits
  const stored = { speakers: [...speakers], defaults, left: [...left], taken: [...taken] }
  try {
    sessionStorage.setItem(STORED_AS + id, JSON.stringify(stored))
  } catch {
    // Without room in the browser they stay as long as the page is open.
  }
}

export function forgetEdits(id: number): void {
  sessionStorage.removeItem(STORED_AS + id)
}
