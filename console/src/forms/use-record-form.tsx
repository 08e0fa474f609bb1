import { CancelledError, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { ApiError } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'
import { showFailure } from '../api/show-failure.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { confirm, type Message, showMessage, whileShowing } from '../ui/dialogs/dialogs.ts'
import { isUnfinished } from '../ui/is-unfinished.ts'
import { useBackLink } from '../ui/return-link.tsx'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { cleanedHint } from './cleaned-hint.ts'
import { confirmSettingAside } from './confirm-leaving.ts'
import { useDroppedDraft } from './dropped-draft.ts'
import type { FieldErrors } from './form-draft.ts'
import { FormNotice } from './form-frame.tsx'
import { createFieldsStore, type FormContent, type FormStore, rebase } from './form-store.ts'
import {
  attributesOf,
  type FormFields,
  type FormValues,
  findErrors,
  type ProblemTexts,
  problemMessage,
} from './record-values.ts'
import { hasSessionEnded, useStoredDraft } from './stored-draft.ts'
import { type FormDraft, useFormDraft } from './use-form-draft.ts'

type Job<Fs extends FormFields, Answer, C extends FormContent<FormValues<Fs>>, More> = {
  /** Distinguishes this form from all others, such as `attendee 5`. */
  name: string
  fields: Fs
  /** The first values of the form, to which Cancel returns. */
  loaded: FormValues<Fs>
  isNew: boolean
  /** Where it leads after saving, unless it was opened from another page. */
  list: string
  /** The messages for problems other than a missing or a long value. */
  texts?: ProblemTexts
  /** Finds errors that the description of the fields doesn't cover. */
  findErrors?: (values: FormValues<Fs>) => FieldErrors<FormValues<Fs>>
  /** The store of a form that holds more than its fields. */
  open?: () => FormStore<FormValues<Fs>, C> & More
  /** Asks any questions, and sends; undefined if nothing was sent after all. */
  send: (
    form: FormDraft<FormValues<Fs>, C> & { store: FormStore<FormValues<Fs>, C> & More },
  ) => Promise<Answer | typeof HANDED_OVER | undefined>
  /** The queries to load again after saving. */
  outdated: QueryKey
  /** The message about content that was kept, unless the end of a session took the form away. */
  restored?: MessageKey | undefined
  /** The message about it; `leadsTo` is where its action leads. */
  saved: (answer: Answer) => string | (Message & { leadsTo?: string })
  failed: string
  /** For a loaded record: how to load the other version if somebody else has saved it meanwhile. */
  conflict?: { title: string; load: () => Promise<unknown>; loadFailed: string } | undefined
  /** Handles a failure, and returns whether it did; every other failure is reported. */
  explain?: (error: unknown) => Promise<boolean>
}

/** What `send` resolves with if the save goes on without the form, with everything in its store. */
export const HANDED_OVER = Symbol('handed over')

/** Something that happened to a draft, and a way to put back what was removed from it. */
type Notice = { text: MessageKey; putBack?: { label: MessageKey; run: () => void } }

/** A record's form, as {@link useRecordForm} returns it. */
export type RecordForm<Fs extends FormFields> = ReturnType<
  typeof useRecordForm<Fs, unknown, FormContent<FormValues<Fs>>>
>

/**
 * The form of a record: draft, checks, saving once at a time, leaving. Nothing typed is ever lost: leaving asks first,
 * dropped input is offered again, input survives the end of a session, and if somebody else has saved meanwhile, both
 * versions are available. Whatever fails, the draft stays, and the next try can succeed.
 */
export function useRecordForm<
  Fs extends FormFields,
  Answer,
  C extends FormContent<FormValues<Fs>> = FormContent<FormValues<Fs>>,
  More = object,
>(job: Job<Fs, Answer, C, More>) {
  type Values = FormValues<Fs>
  type Name = keyof Values & string
  const { fields, loaded, texts = {} } = job
  const queries = useQueryClient()
  const navigate = useNavigate()
  const back = useBackLink(job.list)
  const today = churchToday()
  const [store, setStore] = useState(job.open ?? (createFieldsStore as () => FormStore<Values, C> & More))
  const { steps } = store
  const draft = useFormDraft(
    loaded,
    Object.keys(fields) as Name[],
    job.findErrors ?? ((values) => findErrors(fields, values, today, texts)),
    store,
  )
  const [conflict, setConflict] = useState<Notice>()
  const [emptied, setEmptied] = useState<Notice>()
  const [saved, setSaved] = useState(false)
  const busy = useRef(false)
  const handedOver = useRef(false)
  const here = useRef(true)

  const dirty = draft.dirty && !saved
  const wasStored = useStoredDraft(job.name, {
    edits: store,
    dirty,
    restore(kept) {
      rebase(kept, loaded)
      setStore(kept)
    },
    forget: (kept) => kept.close(),
  })
  const [dropped, setDropped] = useDroppedDraft<C>(job.name, (waiting) => {
    const unsaved = dirty ? steps.apart(store.view()) : waiting
    return saved ? undefined : unsaved
  })
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      if (hasSessionEnded()) {
        store.stop()
      } else if (!handedOver.current) {
        store.close()
      }
    }
  }, [store])
  useLeaveGuard(dirty, confirmSettingAside)

  const putBack = (content: C) => store.change((now) => steps.putBack(now, content, loaded))
  const latestPutBack = useRef(putBack)
  useEffect(() => {
    latestPutBack.current = putBack
  })
  /** Removes the changes, and returns a function that puts them back. */
  const setAside = () => {
    const content = store.view()
    draft.reset(steps.setAside)
    return () => latestPutBack.current(content)
  }
  const cancel = () => {
    if (job.isNew || !dirty) {
      void navigate(back)
      return
    }
    setDropped(steps.apart(store.view()))
    draft.reset()
    setConflict(undefined)
    setEmptied(undefined)
  }
  const check = () => {
    for (const [name, field] of Object.entries(fields)) {
      const { id } = draft.field(name as Name)
      if (field.required !== true && isUnfinished(document.getElementById(id))) {
        draft.refuse(name as Name, problemMessage('unfinished', field, texts))
        return false
      }
    }
    return draft.check()
  }
  const save = async () => {
    if (busy.current || !check()) {
      return
    }
    busy.current = true
    setEmptied(undefined)
    try {
      const answer = await job.send({ ...draft, store, values: draft.valuesNow() })
      if (answer === HANDED_OVER) {
        handedOver.current = true
        // The guard must be off before the page is left.
        flushSync(() => setSaved(true))
        void navigate(back)
        return
      }
      if (answer === undefined) {
        return
      }
      setSaved(true)
      void queries.invalidateQueries({ queryKey: job.outdated })
      const news = job.saved(answer)
      const { leadsTo = back, ...message } =
        typeof news === 'string' ? { status: 'success' as const, message: news } : news
      const acted = await showMessage(message)
      if (here.current) {
        void navigate(acted ? leadsTo : back)
      }
    } catch (error) {
      await explain(error)
    } finally {
      busy.current = false
    }
  }
  const explain = async (error: unknown) => {
    if ((await job.explain?.(error)) === true) {
      return
    }
    if (!(error instanceof ApiError)) {
      throw error
    }
    if (error.code === 'changed_meanwhile' && job.conflict !== undefined) {
      await settleConflict(job.conflict)
    } else if (error.code !== 'not_signed_in') {
      // If the session has ended, the sign-in page says so.
      await showFailure(job.failed, error)
      draft.refuseNamed(error.field, error.message)
    }
  }
  /** Somebody else has saved the record: takes their version over under the draft, or in place of it. */
  const settleConflict = async ({ title, load, loadFailed }: NonNullable<typeof job.conflict>) => {
    const theirs = await confirm({
      title,
      message: t('ui.conflict.text'),
      yes: t('ui.conflict.load'),
      no: t('ui.conflict.keep'),
    })
    try {
      await whileShowing(t('ui.progress.processing'), load)
    } catch (failure) {
      if (failure instanceof CancelledError) {
        // The form was left, or the session has ended: there is nobody to tell.
        return
      }
      if (!(failure instanceof ApiError)) {
        throw failure
      }
      await showFailure(loadFailed, failure)
      return
    }
    if (!theirs) {
      setConflict({ text: 'ui.conflict.kept' })
      return
    }
    const putBack = setAside()
    const run = () => {
      putBack()
      setConflict({ text: 'ui.conflict.kept' })
    }
    setConflict({ text: 'ui.conflict.loaded', putBack: { label: 'ui.conflict.restore', run } })
  }

  return {
    ...draft,
    store,
    saved,
    save,
    cancel,
    /** The properties of a text field's or a dropdown's control. */
    input<N extends StringField<Values>>(name: N) {
      const field = fields[name]
      const value = draft.values[name] as string
      return {
        ...draft.field(name),
        ...(field !== undefined && attributesOf(field, today)),
        ...(field !== undefined && 'cleaned' in field && cleanedHint(value, field.kind === 'text')),
        value,
        onChange: (event: { currentTarget: { value: string } }) =>
          draft.set(name, event.currentTarget.value as Values[N]),
      }
    },
    /** Returns to the loaded values because the input can't be sent; the input is offered again. */
    empty({ text, label }: { text: MessageKey; label: MessageKey }) {
      const putBack = setAside()
      const run = () => {
        putBack()
        setEmptied(undefined)
      }
      setEmptied({ text, putBack: { label, run } })
    },
    notices: (
      <>
        <Notices notices={[conflict, emptied]} />
        {dirty && wasStored && <FormNotice text={t(job.restored ?? 'ui.form.restored')} />}
        {!dirty && !saved && dropped !== undefined && (
          <FormNotice
            quiet
            text={t('ui.form.setAside')}
            action={{
              label: t('ui.conflict.restore'),
              run() {
                putBack(dropped)
                setDropped(undefined)
              },
            }}
          />
        )}
      </>
    ) satisfies ReactNode,
  }
}

type StringField<Values> = {
  [N in keyof Values & string]: Values[N] extends string ? N : never
}[keyof Values & string]

function Notices({ notices }: { notices: readonly (Notice | undefined)[] }) {
  return notices.map(
    (notice) =>
      notice && (
        <FormNotice
          key={notice.text}
          text={t(notice.text)}
          action={notice.putBack && { label: t(notice.putBack.label), run: notice.putBack.run }}
        />
      ),
  )
}
