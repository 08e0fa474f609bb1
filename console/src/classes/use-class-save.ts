import { useQueryClient } from '@tanstack/react-query'
import type { ClassDetail } from '@vestry/contract/classes.ts'
import type { Scope } from '@vestry/contract/sunday-school-rules.ts'
import { useRef } from 'react'
import { callApi } from '../api/call-api.ts'
import { useConflict } from '../forms/use-conflict.ts'
import type { useFormDraft } from '../forms/use-form-draft.ts'
import { useSave } from '../forms/use-save.ts'
import { useMessages } from '../messages/use-messages.ts'
import { askScope } from './ask-scope.ts'
import { type ClassValues, classBody, repeatOf } from './class-fields.ts'
import { CLASSES, findClass } from './classes-calls.ts'

type Draft = ReturnType<typeof useFormDraft<ClassValues>>

/** Saves a draft as a new class, a series, or a change of one; where a series goes on, asks how far the change goes. */
export function useClassSave(job: {
  edited: ClassDetail | undefined
  copied: ClassDetail | undefined
  form: Draft
  onSaved: () => void
}) {
  const { edited, copied, form } = job
  const { t } = useMessages()
  const queries = useQueryClient()
  const conflict = useConflict()
  const asking = useRef(false)
  const scope = useRef<Scope>('one')
  const sent = useRef({ content: '', request_id: '' })

  const create = () => {
    const repeat = repeatOf(form.values)
    const content = {
      ...classBody(form.values),
      ...(repeat !== undefined && { repeat }),
      ...(copied !== undefined && form.values.takeRoster && { roster_of: copied.series_id }),
    }
    // A second try of the same plans nothing twice; what was changed meanwhile is another class.
    const written = JSON.stringify(content)
    if (sent.current.content !== written) {
      sent.current = { content: written, request_id: crypto.randomUUID() }
    }
    const { request_id } = sent.current
    return callApi('POST /classes', { body: { request_id, ...content } })
  }
  const update = ({ id, version }: ClassDetail) =>
    callApi('PUT /classes', { body: { id, version, scope: scope.current, ...classBody(form.values) } })

  const saving = useSave({
    send: (): Promise<{ sessions: number }> => (edited === undefined ? create() : update(edited)),
    reload: () => queries.invalidateQueries({ queryKey: CLASSES }),
    saved: ({ sessions }) => {
      if (edited === undefined) {
        return t('classes.save.created')
      }
      return t(sessions === 0 ? 'classes.save.unchanged' : 'classes.save.updated')
    },
    failed: t(edited === undefined ? 'classes.save.notCreated' : 'classes.save.notUpdated'),
    onSaved: job.onSaved,
    onRefused: async (error) =>
      edited !== undefined &&
      conflict.settles(error, {
        title: t('classes.conflict.title'),
        load: () => queries.fetchQuery({ ...findClass(edited.id), staleTime: 0 }),
        loadFailed: t('classes.form.loadFailed'),
        setAside: form.setAside,
      }),
    afterRefusal: (error) =>
      form.refuseNamed(error.field === 'repeat' ? 'repeats' : error.field, error.message),
  })

  /** Asks how far a change goes; what nobody has changed goes nowhere. */
  const chooseScope = async (): Promise<Scope | undefined> => {
    if (edited === undefined || edited.following.sessions === 0 || !form.dirty) {
      return 'one'
    }
    const moves = form.values.session_datetime !== edited.session_datetime.slice(0, 16)
    return await askScope({
      title: t('classes.scope.question'),
      yes: t('classes.form.update'),
      no: t('ui.dialog.cancel'),
      following: edited.following.sessions,
      details: { following: t(moves ? 'classes.scope.moved' : 'classes.scope.changed') },
    })
  }
  const save = async () => {
    if (asking.current || !form.check()) {
      return
    }
    asking.current = true
    try {
      const chosen = await chooseScope()
      if (chosen !== undefined) {
        scope.current = chosen
        await saving.save()
      }
    } finally {
      asking.current = false
    }
  }
  return { save, done: saving.done, conflict }
}
