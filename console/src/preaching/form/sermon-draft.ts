import type { Proposal } from '@vestry/contract/sermon-sources/propose-from-file.ts'
import { DEFAULT_POSTER_PATH, type MediaFormat } from '@vestry/contract/sermons/media.ts'
import { editField } from '../../forms/form-draft.ts'
import type { ContentSteps } from '../../forms/form-store.ts'
import { titleOf } from '../library-errors.ts'
import { attach, detach, noFiles } from './chosen-files.ts'
import { chooseFile, type FilesContent, filesSteps, takeFile } from './files-content.ts'
import { type PreachingValues, presentAttachments } from './preaching-fields.ts'
import { fileTypeOf, folderOf } from './upload-kinds.ts'

/** The content of a sermon's form, with what its recording has said of it. */
export type SermonDraft = FilesContent<PreachingValues> & { proposed: Proposal }

type ProposalField = keyof Proposal

const FILES = filesSteps<PreachingValues, SermonDraft>()
export const SERMON_STEPS: ContentSteps<PreachingValues, SermonDraft> = {
  ...FILES,
  putBack(now, back, loaded) {
    const content = FILES.putBack(now, back, loaded)
    const isSame = content.edits.attachments === undefined
    return isSame ? content : withFields(content, loaded, { attachments: attachmentsOf(now, back, loaded) })
  },
}

export function emptySermon(): SermonDraft {
  return { edits: {}, files: noFiles(crypto.randomUUID()), proposed: {} }
}

/**
 * The attachments that are put back, without those that the sermon no longer has, and then those that were chosen
 * since.
 */
function attachmentsOf(now: SermonDraft, back: SermonDraft, loaded: PreachingValues) {
  const rows = valuesOf({ ...now, edits: { ...now.edits, ...back.edits } }, loaded).attachments
  const chosen = { ...back.files.chosen.attachments, ...now.files.chosen.attachments }
  const present = presentAttachments(rows, loaded.attachments, chosen)
  const since = valuesOf(now, loaded).attachments.filter(({ path }) => now.files.chosen.attachments?.[path])
  return [...present, ...since.filter(({ path }) => !present.some((row) => row.path === path))]
}

/** Sets fields; a value that is equal to the loaded one is no change. */
function withFields(
  draft: SermonDraft,
  loaded: PreachingValues,
  fields: Partial<PreachingValues>,
): SermonDraft {
  const edits = (Object.keys(fields) as (keyof PreachingValues)[]).reduce(
    (done, field) => editField(loaded, done, field, { ...loaded, ...fields }[field]),
    draft.edits,
  )
  return { ...draft, edits }
}

function valuesOf({ edits }: SermonDraft, loaded: PreachingValues): PreachingValues {
  return { ...loaded, ...edits }
}

export function chooseRecording(draft: SermonDraft, loaded: PreachingValues, file: File): SermonDraft {
  const folder = folderOf('media', new Date().getFullYear())
  const media_format = fileTypeOf(file) === 'video' ? 'video' : 'audio'
  return withFields(chooseFile(draft, loaded, 'path', file, folder), loaded, { media_format })
}

/** Notes the format that a recording turns out to have. */
export function acceptRecording(
  draft: SermonDraft,
  loaded: PreachingValues,
  media_format: MediaFormat,
): SermonDraft {
  return withFields(draft, loaded, { media_format })
}

/** Replaces a recording that can't be used by the one that was there `before` it. */
export function refuseRecording(
  draft: SermonDraft,
  loaded: PreachingValues,
  before: SermonDraft,
): SermonDraft {
  const { path: file } = before.files.chosen
  const { media_format } = valuesOf(before, loaded)
  return file === undefined
    ? takeRecording(draft, loaded)
    : withFields(chooseRecording(draft, loaded, file), loaded, { media_format })
}

/** Removes the recording that was chosen, together with what it has filled in. */
export function takeRecording(draft: SermonDraft, loaded: PreachingValues): SermonDraft {
  const { media_format } = loaded
  return withdraw(withFields(takeFile(draft, loaded, 'path'), loaded, { media_format }), loaded)
}

export function choosePoster(draft: SermonDraft, loaded: PreachingValues, file: File): SermonDraft {
  return chooseFile(draft, loaded, 'poster_path', file, folderOf('image', new Date().getFullYear()))
}

export function takePoster(draft: SermonDraft, loaded: PreachingValues): SermonDraft {
  return takeFile(draft, loaded, 'poster_path')
}

export function putDefaultPoster(draft: SermonDraft, loaded: PreachingValues): SermonDraft {
  return takeFile(draft, loaded, 'poster_path', DEFAULT_POSTER_PATH)
}

/** Adds files under their own titles; a path stands for each until it is stored. */
export function attachFiles(
  draft: SermonDraft,
  loaded: PreachingValues,
  files: readonly File[],
): SermonDraft {
  const folder = folderOf('media', new Date().getFullYear())
  const added = files.map((file) => ({ file, path: `${folder}${crypto.randomUUID()}/${file.name}` }))
  const rows = added.map(({ file, path }) => ({ path, title: titleOf(file.name) }))
  return {
    ...withFields(draft, loaded, { attachments: [...valuesOf(draft, loaded).attachments, ...rows] }),
    files: attach(draft.files, Object.fromEntries(added.map(({ file, path }) => [path, file]))),
  }
}

export function detachFile(draft: SermonDraft, loaded: PreachingValues, path: string): SermonDraft {
  const attachments = valuesOf(draft, loaded).attachments.filter((row) => row.path !== path)
  return { ...withFields(draft, loaded, { attachments }), files: detach(draft.files, path) }
}

/** Fills in what the recording says where nobody has typed anything or is about to; earlier proposals are removed. */
export function propose(
  draft: SermonDraft,
  loaded: PreachingValues,
  found: Proposal,
  isTyping: (field: ProposalField) => boolean,
): SermonDraft {
  const before = standing(valuesOf(draft, loaded), draft.proposed)
  const free = withdraw(draft, loaded)
  const isFree = (field: ProposalField) =>
    !(field in free.edits) && (before.includes(field) || !isTyping(field))
  const proposed = Object.fromEntries(
    Object.entries(found).filter(([field]) => isFree(field as ProposalField)),
  )
  return { ...withFields(free, loaded, proposed), proposed }
}

/** The fields that contain what was proposed for them. */
export function standing(values: PreachingValues, proposed: Proposal): ProposalField[] {
  return (Object.keys(proposed) as ProposalField[]).filter((field) => values[field] === proposed[field])
}

/** Removes the proposals again; what somebody has changed since stays. */
export function withdraw(draft: SermonDraft, loaded: PreachingValues): SermonDraft {
  const before = standing(valuesOf(draft, loaded), draft.proposed).map((field) => [field, loaded[field]])
  return { ...withFields(draft, loaded, Object.fromEntries(before)), proposed: {} }
}
