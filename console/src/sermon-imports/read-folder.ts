import type { SourceSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { causeOfMedia } from '../media/failure-causes.ts'
import { MediaError } from '../media/media-types.ts'
import { fingerprintOf } from '../media/uploads/fingerprint.ts'
import { t } from '../messages/messages.ts'
import { markOfFile, sermonOfFile } from './folder-sermon.ts'

/** The files that were chosen for an import, by their marks; and why other files can't be imported, by their paths. */
export type ChosenFolder = { files: ReadonlyMap<string, File>; problems: ReadonlyMap<number, string> }

type Reading = { onFile: (file: File, number: number) => void; signal: AbortSignal }

/** Kept as long as the tab is open; after that the folder has to be chosen again. */
const chosen = new Map<number, ChosenFolder>()

export function folderOfImport(id: number): ChosenFolder | undefined {
  return chosen.get(id)
}

export function rememberFolder(id: number, folder: ChosenFolder): void {
  chosen.set(id, folder)
}

/** Reads what each recording says of itself. If one can't be used, the others are still read. */
export async function readFolder(
  recordings: readonly File[],
  presenters: readonly { id: number; presenterName: string }[],
  { onFile, signal }: Reading,
): Promise<{ sermons: SourceSermon[]; folder: ChosenFolder }> {
  const { lookIntoFile } = await fetchCode(() => import('../media/examine-file.ts'))
  const sermons: SourceSermon[] = []
  const files = new Map<string, File>()
  const problems = new Map<number, string>()
  for (const [place, file] of recordings.entries()) {
    onFile(file, place + 1)
    const fingerprint = await fingerprintOf(file).catch(() => undefined)
    if (fingerprint === undefined) {
      problems.set(place, t('sermonImport.folder.notGiven'))
      const nameAlone = await fingerprintOf(new File([], file.name, { lastModified: file.lastModified }))
      sermons.push(sermonOfFile(file, nameAlone, undefined, presenters))
      continue
    }
    const examined = await lookIntoFile(file, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      const why = error instanceof MediaError ? causeOfMedia(error) : []
      if (why.length > 0) {
        problems.set(place, why.join(' '))
      }
      return undefined
    })
    files.set(markOfFile(fingerprint), file)
    sermons.push(sermonOfFile(file, fingerprint, examined, presenters))
  }
  return { sermons, folder: { files, problems } }
}

/** Finds the files of an import when its folder is chosen again. */
export async function findFilesAgain(
  recordings: readonly File[],
  { onFile, signal }: Reading,
): Promise<ReadonlyMap<string, File>> {
  const files = new Map<string, File>()
  for (const [place, file] of recordings.entries()) {
    signal.throwIfAborted()
    onFile(file, place + 1)
    const fingerprint = await fingerprintOf(file).catch(() => undefined)
    if (fingerprint !== undefined) {
      files.set(markOfFile(fingerprint), file)
    }
  }
  return files
}
