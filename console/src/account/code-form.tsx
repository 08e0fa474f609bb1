import { Button, TextInput } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import classes from './account-page.module.css'
import { SettingForm } from './setting-form.tsx'
import { useAttempt } from './use-attempt.ts'

/** Asks for a code that was sent, or that an app shows. */
export function CodeForm(props: {
  /** Where to look for the code. */
  about: string
  submit: string
  onCode: (code: string) => Promise<void>
  onResend?: () => Promise<void>
  onCancel: () => void
  /** What the service's refusals mean for this code. */
  means?: Readonly<Record<string, MessageKey>>
}) {
  const { t } = useMessages()
  const attempt = useAttempt(props.means)
  const [code, setCode] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const [resent, setResent] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { onResend } = props
  useLayoutEffect(() => input.current?.focus(), [])
  const submit = async () => {
    setResent(false)
    if (code === '') {
      setComplaint(t('ui.form.required'))
      input.current?.focus()
    } else if (!(await attempt.attempt(() => props.onCode(code)))) {
      input.current?.focus()
      input.current?.select()
    }
  }
  return (
    <SettingForm
      attempt={attempt}
      submit={props.submit}
      onSubmit={() => void submit()}
      onCancel={props.onCancel}
    >
      <p className={classes.hint}>{props.about}</p>
      <TextInput
        ref={input}
        label={t('account.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        readOnly={attempt.busy}
        error={complaint}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value.replace(/\s/g, ''))
          setComplaint(undefined)
        }}
      />
      {onResend !== undefined && (
        <p className={classes.hint}>
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.resend}
            disabled={attempt.busy}
            onClick={() => void attempt.attempt(onResend).then((worked) => setResent(worked))}
          >
            {t('account.code.resend')}
          </Button>
          <span role="status">{resent && t('account.code.resent')}</span>
        </p>
      )}
    </SettingForm>
  )
}
