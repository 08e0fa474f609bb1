import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { setUpTOTP, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth'
import { toString as drawCode } from 'qrcode'
import { useId, useState } from 'react'
import { signInAgain } from '../auth/session.ts'
import { useMessages } from '../messages/use-messages.ts'
import { copyText } from '../ui/forms/copy-text.ts'
import { readFactors } from './account-calls.ts'
import { failureSentence } from './account-failure.ts'
import classes from './account-page.module.css'
import { needsRecentSignIn } from './ask-to-sign-in.ts'
import { CodeForm } from './code-form.tsx'
import { type Factor, switchOn } from './factor-plan.ts'
import { Failure } from './setting-form.tsx'
import type { Closing } from './setting-row.tsx'

/** An app shows the next code by itself. */
const APP_CODES = {
  CodeMismatchException: 'account.error.wrongAppCode',
  EnableSoftwareTokenMFAException: 'account.error.wrongAppCode',
  ExpiredCodeException: 'account.error.wrongAppCode',
} as const

/** Shares a secret with an authenticator app; a code then proves that the app has it. */
export function AppSetup(props: { factors: readonly Factor[]; email: string; onClose: Closing }) {
  const { t } = useMessages()
  const { factors, email, onClose } = props
  const queries = useQueryClient()
  const [proved, setProved] = useState(false)
  const opening = useId()
  // Every opening has a secret of its own, which is forgotten with the form.
  const secret = useQuery({
    queryKey: ['account', 'app', opening],
    queryFn: () => makeSecret(email),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: false,
  })
  if (secret.data === undefined) {
    const isStale = needsRecentSignIn(secret.error)
    return (
      <div className={classes.form}>
        {secret.error === null ? (
          <p className={classes.hint}>{t('account.app.loading')}</p>
        ) : isStale ? (
          // Nothing has failed: this is a question.
          <p role="alert" className={classes.hint}>
            {t('account.signInAgain.text')}
          </p>
        ) : (
          <Failure text={failureSentence(secret.error)} />
        )}
        <div className={classes.formActions}>
          <Button variant="default" onClick={() => onClose()}>
            {t('ui.dialog.cancel')}
          </Button>
          {secret.error !== null &&
            (isStale ? (
              <Button onClick={() => void signInAgain()}>{t('account.signInAgain')}</Button>
            ) : (
              <Button onClick={() => void secret.refetch()}>{t('ui.error.retry')}</Button>
            ))}
        </div>
      </div>
    )
  }
  const prove = async (code: string) => {
    if (!proved) {
      await verifyTOTPSetup({ code })
      // If the rest fails, the next try must not use the same code again.
      setProved(true)
    }
    await updateMFAPreference(switchOn(factors, 'totp'))
    await queries.invalidateQueries(readFactors)
    onClose(t('account.app.done'))
  }
  return (
    <div className={classes.setup}>
      <img src={secret.data.picture} width={176} height={176} alt={t('account.app.picture')} />
      <div className={classes.steps}>
        <p className={classes.hint}>{t('account.app.scan')}</p>
        <Secret text={secret.data.text} />
        <CodeForm
          about={t('account.app.code')}
          submit={t('account.app.finish')}
          onCode={prove}
          onCancel={() => onClose()}
          means={APP_CODES}
        />
      </div>
    </div>
  )
}

function Secret({ text }: { text: string }) {
  const { t } = useMessages()
  const [copied, setCopied] = useState(false)
  return (
    <p className={classes.secret}>
      <code>{text.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <Button
        variant="subtle"
        size="compact-sm"
        // A code that can't be copied can still be read.
        onClick={() => void copyText(text).then(setCopied)}
      >
        {t('ui.copy')}
      </Button>
      <span role="status">{copied && t('account.app.copied')}</span>
    </p>
  )
}

async function makeSecret(email: string): Promise<{ text: string; picture: string }> {
  const { sharedSecret, getSetupUri } = await setUpTOTP()
  const drawing = await drawCode(getSetupUri('Vestry', email).href, { type: 'svg', margin: 2 })
  return { text: sharedSecret, picture: `data:image/svg+xml,${encodeURIComponent(drawing)}` }
}
