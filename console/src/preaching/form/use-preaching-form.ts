import { useQueryClient } from '@tanstack/react-query'
import type { Preacher } from '@vestry/contract/calls/lookups.ts'
import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import { SERMON_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { ApiError } from '../../api/call-api.ts'
import { churchToday } from '../../api/church-day.ts'
import { fetchCode } from '../../api/fetch-code.ts'
import { rebase } from '../../forms/form-store.ts'
import { findErrors } from '../../forms/record-values.ts'
import { useRecordForm } from '../../forms/use-record-form.tsx'
import type { SoundChoices } from '../../media/sound/plan-sound.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { whileShowing } from '../../ui/dialogs/dialogs.ts'
import { findLibraryErrors } from '../library-errors.ts'
import { findPreaching, listCategories, listPreachers, PREACHING } from '../preaching-calls.ts'
import { wantSound } from './chosen-files.ts'
import { createFilesStore } from './files-store.ts'
import { lookInto } from './look-into.ts'
import { itemValues, type PreachingValues } from './preaching-fields.ts'
import { runSave } from './run-save.ts'
import { explainFileFailure, savedMessage } from './save-messages.ts'
import {
  attachFiles,
  choosePoster,
  chooseRecording,
  detachFile,
  emptySermon,
  putDefaultPoster,
  SERMON_STEPS,
  type SermonDraft,
  standing,
  takePoster,
  takeRecording,
  withdraw,
} from './sermon-draft.ts'

export type PreachingFormState = ReturnType<typeof usePreachingForm>

/** The form of an item, with the files that were chosen for it. `loaded` has its first values. */
export function usePreachingForm(
  item: PreachingItemDetail | undefined,
  loaded: PreachingValues,
  presenters: readonly Preacher[],
  /** Identifies content that could not be saved in the background. */
  draft: string | undefined,
  /** The item that a new one starts from. */
  like: string | undefined,
) {
  const { t } = useMessages()
  const queries = useQueryClient()
  /** Whether the chosen recording can be used. */
  const looking = useRef<Promise<boolean>>(Promise.resolve(true))
  useEffect(() => {
    // The code that saves is loaded before the connection may be lost.
    fetchSaving().catch(() => undefined)
  }, [])

  const isNew = item === undefined
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
    isNew,
    list: paths.preaching,
    open: () => createFilesStore(emptySermon(), SERMON_STEPS),
    async send({ store, valuesNow }) {
      const settled = await Promise.race([looking.current, undefined])
      const canBeTaken = settled ?? (await whileShowing(t('ui.progress.processing'), () => looking.current))
      if (!canBeTaken) {
        return undefined
      }
      const values = valuesNow()
      const uuid = item?.uuid ?? store.files().newUuid
      return await runSave({
        store,
        async save(job) {
          const { savePreaching } = await fetchSaving()
          const year = new Date().getFullYear()
          return await savePreaching({ uuid, version: item?.version, values, store, year, ...job })
        },
        alone: { uuid, isNew, title: values.localizedname, nameOf },
      })
    },
    outdated: [...PREACHING, 'list'],
    saved: (done) => savedMessage(done, t(isNew ? 'preaching.save.created' : 'preaching.save.updated')),
    failed: t(isNew ? 'preaching.save.notCreated' : 'preaching.save.notUpdated'),
    conflict: item && {
      title: t('preaching.conflict.title'),
      async load() {
        const theirs = await queries.fetchQuery({ ...findPreaching(item.uuid), staleTime: 0 })
        rebase(form.store, itemValues(theirs))
      },
      loadFailed: t('preaching.form.loadFailed'),
    },
    async explain(error) {
      if (error instanceof ApiError && error.code === 'invalid_request') {
        // The presenter or the category may be gone.
        void queries.invalidateQueries({ queryKey: listPreachers.queryKey })
        void queries.invalidateQueries({ queryKey: listCategories.queryKey })
      }
      return await explainFileFailure(error)
    },
  })
  const { store } = form
  const files = useSyncExternalStore(store.subscribe, store.files)
  const proposed = useSyncExternalStore(store.subscribe, () => store.view().proposed)
  const step = (next: (draft: SermonDraft, loaded: PreachingValues) => SermonDraft) =>
    form.step((draft) => next(draft, loaded))

  return {
    ...form,
    files: files.chosen,
    soundChoices: files.chosen.path && files.work.get(files.chosen.path)?.sound,
    chooseSound: (sound: SoundChoices) => store.changeFiles((files) => wantSound(files, sound)),
    proposed: standing(form.values, proposed),
    /** Removes what the recording has filled in. */
    withdraw: () => step(withdraw),
    chooseRecording(file: File) {
      const before = store.view()
      step((draft) => chooseRecording(draft, loaded, file))
      const isTyping = (name: keyof PreachingValues) => document.activeElement?.id === form.field(name).id
      const look = lookInto(file, { store, step, before, isNew, presenters, isTyping }).catch(() => true)
      looking.current = look
      void look.then((canBeTaken) => {
        if (!canBeTaken && looking.current === look) {
          // The recording before it is there again.
          looking.current = Promise.resolve(true)
        }
      })
    },
    choosePoster: (file: File) => step((draft) => choosePoster(draft, loaded, file)),
    clear: (field: 'path' | 'poster_path') => step(field === 'path' ? takeRecording : takePoster),
    putDefaultPoster: () => step(putDefaultPoster),
    attach: (added: readonly File[]) => step((draft) => attachFiles(draft, loaded, added)),
    detach: (path: string) => step((draft) => detachFile(draft, loaded, path)),
  }
}

/** Loads the code that saves; without waiting for it, the form is there sooner. */
function fetchSaving() {
  return fetchCode(() => import('../save/save-preaching.ts'))
}
