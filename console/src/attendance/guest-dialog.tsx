import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { GUEST_FIELDS } from '@vestry/contract/sunday-school/attendee-record.ts'
import { sanitize } from '@vestry/contract/text/sanitize.ts'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { cleanedHint } from '../forms/cleaned-hint.ts'
import dialog from '../forms/form-dialog.module.css'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialogs/dialog-frame.tsx'
import labels from '../ui/forms/field-labels.module.css'
import { changedNumbers, confirmNumbers } from '../ui/people/confirm-numbers.tsx'
import { Reference, referenceOf } from '../ui/reference.tsx'
import { isWithoutLine } from './attendance-calls.ts'
import { beginGuest, type GuestFields, NO_GUEST } from './guest-fields.ts'
import { keepOnDevice } from './keep-written.ts'
import { keptWork } from './kept-in-roll.ts'
import { Namesakes } from './namesakes.tsx'
import type { RollCallStore } from './roll-call-store.ts'
import { isRefused, nameOf } from './roll-marks.ts'

type Field = keyof GuestFields

const FIELDS = Object.keys(GUEST_FIELDS) as Field[]

const CAPITALS = { first_name: 'words', last_name: 'words', parent_contact: 'none', allergies: 'sentences' }

/** Whether cleaning would leave nothing of a required field. */
function isMissing(field: Field, text: string) {
  return 'required' in GUEST_FIELDS[field] && sanitize(text) === ''
}

/**
 * Adds a child who comes for the first time and is in no list yet, and marks it present. A child with the same name is
 * pointed out first. The input is kept until it is saved, even if the dialog is closed in between.
 */
export function GuestDialog(props: {
  store: RollCallStore
  classId: number
  /** What was typed into the search. */
  typed: string
  /** What was typed here and not saved. */
  draft: GuestFields | undefined
  onTyped: (typed: GuestFields) => void
  onMarked: (attendeeId: number) => void
  onClose: () => void
}) {
  const { t } = useMessages()
  const { store, classId, onClose } = props
  const [fields, setFields] = useState(() => beginGuest(props.draft ?? NO_GUEST, props.typed))
  const [complains, setComplains] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const [namesakes, setNamesakes] = useState<readonly Attendee[]>()
  const [added, setAdded] = useState<{ name: string; kept: boolean }>()
  const queries = useQueryClient()
  const request = useRef(newRequest())
  const form = useRef<HTMLDivElement>(null)

  const step = added !== undefined ? 'added' : namesakes !== undefined ? 'namesakes' : 'form'
  // Before the next key, which would otherwise reach the step that is gone.
  useLayoutEffect(() => {
    const empty = form.current?.querySelector<HTMLElement>(
      step === 'form' ? 'input[value=""]' : '[data-step-focus]',
    )
    ;(empty ?? form.current?.querySelector<HTMLElement>('input'))?.focus()
  }, [step])

  const type = (field: Field, text: string) => {
    const next = { ...fields, [field]: text }
    setFields(next)
    props.onTyped(next)
    // Another child is another request: only the same request, sent again, must add nothing new.
    request.current = newRequest()
  }
  const trying = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setBusy(false)
    }
  }
  const finish = async (attendeeId: number, name: string) => {
    await store.refresh()
    props.onMarked(attendeeId)
    props.onTyped(NO_GUEST)
    request.current = newRequest()
    setNamesakes(undefined)
    setAdded({ name, kept: false })
  }
  const add = () =>
    trying(async () => {
      request.current.sent = true
      const guest = { request_id: request.current.id, class_id: classId, ...fields }
      try {
        const { attendee_id } = await callApi('POST /attendance/guest', { body: guest })
        await finish(attendee_id, nameOf({ ...fields, ...cleaned(fields) }))
      } catch (error) {
        if (!isWithoutLine(error)) {
          throw error
        }
        await keep(guest)
      }
    })
  /** Without a line the guest waits on this device; the same request is one child, even if it had arrived. */
  const keep = async (guest: { request_id: string; class_id: number } & GuestFields) => {
    const { session_datetime = '' } = store.view().roll ?? {}
    const made = { kind: 'guest', number: 1, made_at: Date.now(), session_datetime } as const
    const name = nameOf({ ...fields, ...cleaned(fields) })
    await keepOnDevice({ device: guest.request_id, operation: { ...made, ...guest }, name })
    await queries.invalidateQueries({ queryKey: keptWork.queryKey })
    props.onTyped(NO_GUEST)
    request.current = newRequest()
    setNamesakes(undefined)
    setAdded({ name, kept: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setComplains(true)
    const wrong = FIELDS.find((field) => isMissing(field, fields[field]))
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
      return
    }
    const changes = changedNumbers(GUEST_FIELDS, fields, (field) => t(`attendance.guest.${field}`))
    void trying(async () => {
      if (request.current.sent) {
        // The child may have been added, but the response was lost: the namesake would be the child itself.
        await add()
        return
      }
      if (!(await confirmNumbers(changes))) {
        return
      }
      const { first_name, last_name } = fields
      const query = { first_name, last_name }
      // Nobody can be asked without a line: two children of one name are found later.
      const found = await callApi('GET /attendees/namesakes', { query }).catch((error: unknown) => {
        if (isWithoutLine(error)) {
          return []
        }
        throw error
      })
      if (found.length > 0) {
        setNamesakes(found)
      } else {
        await add()
      }
    })
  }
  const markThis = (attendee: Attendee) =>
    trying(async () => {
      await store.refresh()
      const inRoll = store.view().roll?.children.some((child) => child.attendee_id === attendee.id)
      if (inRoll === true) {
        store.mark([attendee.id], 'present')
        await store.flush()
        if (isRefused(store.view(), attendee.id)) {
          // The roll says why.
          props.onMarked(attendee.id)
          onClose()
          return
        }
      } else {
        await callApi('POST /attendance', {
          body: { class_id: classId, attendee_id: attendee.id, attended: true },
        })
      }
      await finish(attendee.id, nameOf(attendee))
    })
  const addSibling = () => {
    const sibling = { ...fields, first_name: '', allergies: '' }
    setFields(sibling)
    props.onTyped(sibling)
    setComplains(false)
    setAdded(undefined)
  }
  const complaint = failure && (
    <div role="alert" className={dialog.failure}>
      {failure.message}
      <Reference id={referenceOf(failure)} />
    </div>
  )
  return (
    <DialogFrame onEscape={busy ? undefined : onClose} labelledBy="guest-title">
      <div ref={form} className={`${dialog.form} ${labels.fields}`}>
        {step === 'added' && (
          <>
            <h2 id="guest-title">
              {t(added?.kept === true ? 'attendance.guest.kept' : 'attendance.guest.added', {
                name: added?.name ?? '',
              })}
            </h2>
            <div className={dialog.actions}>
              <Button variant="default" onClick={addSibling}>
                {t('attendance.guest.sibling')}
              </Button>
              <Button data-step-focus onClick={onClose}>
                {t('attendance.guest.done')}
              </Button>
            </div>
          </>
        )}
        {namesakes !== undefined && (
          <Namesakes
            name={nameOf({ ...fields, ...cleaned(fields) })}
            attendees={namesakes}
            failure={complaint}
            busy={busy}
            onMark={(attendee) => void markThis(attendee)}
            onAddAnother={() => void add()}
            onBack={() => setNamesakes(undefined)}
          />
        )}
        {step === 'form' && (
          <form noValidate className={dialog.form} onSubmit={submit}>
            <h2 id="guest-title">{t('attendance.guest.title')}</h2>
            {FIELDS.map((field) => {
              const text = fields[field]
              const missing = complains && isMissing(field, text)
              return (
                <TextInput
                  key={field}
                  name={field}
                  label={t(`attendance.guest.${field}`)}
                  {...(!missing && 'cleaned' in GUEST_FIELDS[field] && cleanedHint(text))}
                  error={missing && (text.trim() === '' ? t('ui.form.required') : t('ui.clean.nothing'))}
                  withAsterisk={'required' in GUEST_FIELDS[field]}
                  autoComplete="off"
                  autoCapitalize={CAPITALS[field]}
                  enterKeyHint={field === FIELDS.at(-1) ? 'done' : 'next'}
                  maxLength={GUEST_FIELDS[field].max}
                  readOnly={busy}
                  value={text}
                  onChange={(event) => type(field, event.currentTarget.value)}
                />
              )
            })}
            {complaint}
            <div className={dialog.actions}>
              <Button variant="default" disabled={busy} onClick={onClose}>
                {t('attendance.cancel')}
              </Button>
              <Button type="submit" loading={busy}>
                {t('attendance.guest.save')}
              </Button>
            </div>
          </form>
        )}
      </div>
    </DialogFrame>
  )
}

function newRequest() {
  return { id: crypto.randomUUID(), sent: false }
}

function cleaned({ first_name, last_name }: GuestFields) {
  return { first_name: sanitize(first_name), last_name: sanitize(last_name) }
}
