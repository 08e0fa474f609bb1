import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { confirmUserAttribute, deleteUserAttributes, updateUserAttributes } from 'aws-amplify/auth'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, callApi } from '../api/call-api.ts'
import { sendContactCode } from '../auth/send-contact-code.ts'
import { renewSession } from '../auth/session.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { runtimeConfig } from '../console-config.ts'
import { confirmLeaving } from '../forms/confirm-leaving.ts'
import { useStoredDraft } from '../forms/stored-draft.ts'
import { useFormDraft } from '../forms/use-form-draft.ts'
import { useMessages } from '../messages/use-messages.ts'
import { confirm, showNotice } from '../ui/dialogs/dialogs.ts'
import { useBackLink } from '../ui/return-link.tsx'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { readAttributes } from './account-calls.ts'
import classes from './account-page.module.css'
import { CodeForm } from './code-form.tsx'
import { type ContactKind, cleanContact, contactError } from './contact-rules.ts'
import { SettingForm } from './setting-form.tsx'
import { type Closing, SettingRow } from './setting-row.tsx'
import { useAttempt } from './use-attempt.ts'

const NAMES = { email: 'account.email', phone_number: 'account.phone' } as const

/** Whether codes for such a contact are only written to the outbox. */
function liesInOutbox(kind: ContactKind): boolean {
  return kind === 'email' && !runtimeConfig().sendsEmail
}

/** A contact of the person. A new one replaces the old one only once its code was entered. */
export function ContactSetting(props: { kind: ContactKind; value: string; verified: boolean }) {
  const { t } = useMessages()
  const { kind, value, verified } = props
  const queries = useQueryClient()
  const removal = useAttempt({ InvalidParameterException: 'account.phone.inUse' })
  const remove = async () => {
    const sure = await confirm({
      title: t('account.phone.removeQuestion'),
      message: t('account.phone.removeText'),
      yes: t('account.phone.remove'),
      no: t('ui.dialog.cancel'),
      danger: true,
    })
    const removed =
      sure &&
      (await removal.attempt(async () => {
        await deleteUserAttributes({ userAttributeKeys: ['phone_number'] })
        await queries.invalidateQueries(readAttributes)
      }))
    return removed ? t('account.phone.removed') : undefined
  }
  return (
    <SettingRow
      name={kind}
      label={t(NAMES[kind])}
      failure={removal.failure}
      actions={[
        {
          verb: t(value === '' ? 'account.add' : 'account.change'),
          form: (close) => <ContactForm kind={kind} value={value} onClose={close} />,
        },
        ...(value !== '' && !verified
          ? [
              {
                verb: t('account.verify'),
                form: (close: Closing) => <VerifyForm kind={kind} value={value} onClose={close} />,
              },
            ]
          : []),
        ...(value !== '' && kind === 'phone_number'
          ? [{ verb: t('account.phone.remove'), danger: true, run: remove, busy: removal.busy }]
          : []),
      ]}
    >
      {value === '' ? (
        t('account.none')
      ) : (
        <>
          <span className={classes.contact}>{value}</span>
          <span className={classes.mark} data-open={!verified || undefined}>
            {t(verified ? 'account.verified' : 'account.unverified')}
          </span>
        </>
      )}
    </SettingRow>
  )
}

/** Asks for the new contact, and then for the code that was sent to it. */
function ContactForm({ kind, value, onClose }: { kind: ContactKind; value: string; onClose: Closing }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const attempt = useAttempt()
  const { may } = useOwnRole()
  // A code would lie in the server's outbox, where an administrator could look it up.
  const atOnce = liesInOutbox(kind) && may('administer')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const opener = useBackLink('')
  // Whoever was led to this form goes back.
  const back = params.get('change') === kind ? opener : ''
  const [sentTo, setSentTo] = useState<string>()
  const form = useFormDraft({ contact: '' }, ['contact'], ({ contact }) => {
    const flaw =
      contactError(kind, contact) ??
      (cleanContact(kind, contact) === value ? t('account.contact.same') : undefined)
    return flaw === undefined ? {} : { contact: flaw }
  })
  useLeaveGuard(form.dirty, confirmLeaving)
  useStoredDraft(`account ${kind}`, form)

  const finish = async (saved = t('account.contact.saved')) => {
    form.reset()
    await queries.invalidateQueries(readAttributes)
    if (back !== '') {
      showNotice({ message: saved })
      void navigate(back)
    }
    onClose(saved)
    await renewSession().catch(() => undefined)
  }
  const ask = async () => {
    const contact = cleanContact(kind, form.values.contact)
    const outcome = await updateUserAttributes({ userAttributes: { [kind]: contact } })
    if (outcome[kind]?.nextStep.updateAttributeStep === 'CONFIRM_ATTRIBUTE_WITH_CODE') {
      setSentTo(contact)
    } else {
      await finish()
    }
  }
  const change = async () => {
    try {
      await callApi('PUT /staff/own-address', { body: { email: cleanContact(kind, form.values.contact) } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already_exists') {
        form.refuse('contact', t('account.error.taken'))
        return
      }
      throw error
    }
    await finish(t('account.saved'))
  }
  if (sentTo !== undefined) {
    return (
      <CodeForm
        about={
          liesInOutbox(kind)
            ? t('account.contact.outbox')
            : t('account.contact.sent', { contact: sentTo, old: value === '' ? 'none' : value })
        }
        submit={t('account.verify')}
        onCode={async (confirmationCode) => {
          await confirmUserAttribute({ userAttributeKey: kind, confirmationCode })
          await finish()
        }}
        onResend={ask}
        onCancel={() => onClose()}
      />
    )
  }
  return (
    <SettingForm
      attempt={attempt}
      submit={t(atOnce ? 'account.save' : 'account.code.send')}
      onSubmit={() => form.check() && void attempt.attempt(atOnce ? change : ask)}
      onCancel={() => onClose()}
    >
      <TextInput
        {...form.field('contact')}
        label={t(kind === 'email' ? 'account.email.new' : 'account.phone.new')}
        description={kind === 'phone_number' && t('account.phone.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type={kind === 'email' ? 'email' : 'tel'}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        readOnly={attempt.busy}
        value={form.values.contact}
        onChange={(event) => form.set('contact', event.currentTarget.value)}
      />
    </SettingForm>
  )
}

/** Verifies an unverified contact: a code is sent at once. */
function VerifyForm({ kind, value, onClose }: { kind: ContactKind; value: string; onClose: Closing }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const attempt = useAttempt()
  const [sent, setSent] = useState(false)
  const send = async () => {
    await sendContactCode(kind, value)
    setSent(true)
  }
  const begin = useEffectEvent(() => attempt.attempt(send))
  // Sends one code for each opening.
  useEffect(() => {
    void begin()
  }, [])
  if (!sent) {
    return (
      <SettingForm
        attempt={attempt}
        submit={t('account.code.send')}
        onSubmit={() => void attempt.attempt(send)}
        onCancel={() => onClose()}
      >
        <p className={classes.hint}>{t('account.contact.sending', { contact: value })}</p>
      </SettingForm>
    )
  }
  return (
    <CodeForm
      about={
        liesInOutbox(kind) ? t('account.contact.outbox') : t('account.contact.sentHere', { contact: value })
      }
      submit={t('account.verify')}
      onCode={async (confirmationCode) => {
        await confirmUserAttribute({ userAttributeKey: kind, confirmationCode })
        await queries.invalidateQueries(readAttributes)
        onClose(t('account.contact.saved'))
        await renewSession().catch(() => undefined)
      }}
      onResend={send}
      onCancel={() => onClose()}
    />
  )
}
