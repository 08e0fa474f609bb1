import { useQueryClient } from '@tanstack/react-query'
import type { Preacher } from '@vestry/contract/calls/lookups.ts'
import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import { SERMON_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import { useEffect } from 'react'
import { ApiError } from '../../api/call-api.ts'
import { churchToday } from '../../api/church-day.ts'
import { findErrors } from '../../forms/record-values.ts'
import { useRecordForm } from '../../forms/use-record-form.tsx'
import { beginMeasuring } from '../../media/measuring.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { whileShowing } from '../../ui/dialogs/dialogs.ts'
import { findLibraryErrors, titleOf } from '../library-errors.ts'
import { findPreaching, listCategories, listPreachers, PREACHING } from '../preaching-calls.ts'
import type { PreachingValues } from './preaching-fields.ts'
import { presentAttachments } from './preaching-fields.ts'
import { fetchSaving, runSave } from './run-save.ts'
import { explainFileFailure, savedMessage } from './save-messages.ts'
import { fileTypeOf, folderOf } from './upload-kinds.ts'
import { type HeldFiles, useChosenFiles } from './use-chosen-files.ts'
import { useProposals } from './use-proposals.tsx'
import { useRecordingCheck } from './use-recording-check.ts'

type FileField = 'path' | 'poster_path'

export type PreachingFormState = ReturnType<typeof usePreachingForm>

/** The form of an item, with the files that were chosen for it. `loaded` is what it starts with. */
export function usePreachingForm(
  item: PreachingItemDetail | undefined,
  loaded: PreachingValues,
  presenters: readonly Preacher[],
  draft: string | undefined,
  /** The item that a new one is to be like. */
  like: string | undefined,
) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const pending = useChosenFiles()
  useEffect(() => {
    // What saves is there before the line may be gone.
    fetchSaving().catch(() => undefined)
  }, [])

  /** `draft` names content that could not be saved. */
  const nameOf = (draft?: string) => `sermon ${item?.uuid ?? 'new'}${draft ? ` ${draft}` : ''}`
  const form = useRecordForm({
    name: nameOf(draft ?? (like && `like ${like}`)),
    restored: draft === undefined ? undefined : 'preaching.background.restored',
    fields: SERMON_FIELDS,
    findErrors: (values) => ({
      ...findErrors(SERMON_FIELDS, values, churchToday()),
      ...findLibraryErrors(values),
    }),
    loaded,
    isNew: item === undefined,
    list: paths.preaching,
    attachments: { ...pending.attachments, restore: (held, fields) => restoreFiles(held, fields) },
    async send({ values, keep }) {
      const settled = await Promise.race([recording.settled(), undefined])
      const canBeTaken = settled ?? (await whileShowing(t('ui.progress.processing'), recording.settled))
      return canBeTaken ? await upload(values, keep) : undefined
    },
    outdated: [...PREACHING, 'list'],
    saved: (done) =>
      savedMessage(done, t(item === undefined ? 'preaching.save.created' : 'preaching.save.updated')),
    failed: t(item === undefined ? 'preaching.save.notCreated' : 'preaching.save.notUpdated'),
    conflict: item && {
      title: t('preaching.conflict.title'),
      async load() {
        const { attachments } = await queries.fetchQuery({ ...findPreaching(item.uuid), staleTime: 0 })
        if (form.edits.attachments) {
          form.change('attachments', (now) => presentAttachments(now, attachments, pending.files.attachments))
        }
      },
      loadFailed: t('preaching.form.loadFailed'),
    },
    async explain(error) {
      if (error instanceof ApiError && error.code === 'invalid_request') {
        // The preacher or the category may be gone.
        void queries.invalidateQueries({ queryKey: listPreachers.queryKey })
        void queries.invalidateQueries({ queryKey: listCategories.queryKey })
      }
      return await explainFileFailure(error)
    },
  })

  const upload = (values: PreachingValues, keep: (name: string) => () => void) => {
    const { store } = pending
    const uuid = item?.uuid ?? store.view().newUuid
    return runSave({
      job: { uuid, version: item?.version, values, store, year: new Date().getFullYear() },
      keep: (draft) => keep(nameOf(draft)),
      letGo: pending.handOver,
    })
  }
  /** The list of attachments that is put back has to have those that were chosen since, too, and none that is gone. */
  const restoreFiles = (held: HeldFiles, fields: object): void => {
    const chosen = { ...held.chosen.attachments, ...pending.files.attachments }
    const since = form.values.attachments.filter(({ path }) => pending.files.attachments?.[path])
    pending.attachments.restore(held, fields)
    form.change('attachments', (now) => [
      ...presentAttachments(now, loaded.attachments, chosen),
      ...since.filter((row) => !now.some(({ path }) => path === row.path)),
    ])
  }
  const choose = (field: FileField, file: File) => {
    pending.put(field, file)
    form.set(field, folderOf(field === 'path' ? 'media' : 'image', new Date().getFullYear()) + file.name)
    if (field === 'path') {
      form.set('media_format', fileTypeOf(file) === 'video' ? 'video' : 'audio')
    }
  }
  const clear = (field: FileField) => {
    pending.take(field)
    form.set(field, loaded[field])
    if (field === 'path') {
      form.set('media_format', loaded.media_format)
    }
  }
  const proposals = useProposals({ form, isNew: item === undefined, loaded, presenters })
  const recording = useRecordingCheck({
    form,
    files: pending.files,
    choose,
    clear,
    taken(file, { tags, form }) {
      proposals.offer(file, tags)
      beginMeasuring(file, form)
    },
  })
  return {
    ...form,
    files: pending.files,
    chooseRecording: recording.choose,
    soundChoices: pending.soundChoices,
    chooseSound: pending.chooseSound,
    choosePoster: (file: File) => choose('poster_path', file),
    proposals: proposals.notice,
    attach(added: readonly File[]) {
      const folder = folderOf('media', new Date().getFullYear())
      const files = added.map((file) => [`${folder}${crypto.randomUUID()}/${file.name}`, file] as const)
      pending.attach(Object.fromEntries(files))
      const rows = files.map(([path, { name }]) => ({ path, title: titleOf(name) }))
      form.change('attachments', (now) => [...now, ...rows])
    },
    detach(path: string) {
      pending.detach(path)
      form.change('attachments', (now) => now.filter((row) => row.path !== path))
    },
    clear(field: FileField) {
      clear(field)
      if (field === 'path') {
        proposals.withdraw()
      }
    },
    putDefaultPoster() {
      clear('poster_path')
      form.set('poster_path', DEFAULT_POSTER_PATH)
    },
  }
}
