import { useSearchParams } from 'react-router'
import { signOutEverywhere } from '../auth/session.ts'
import { runtimeConfig } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { askToSignOut, endWork } from '../ui/guarded-history.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { readAttributes } from './account-calls.ts'
import { failureSentence } from './account-failure.ts'
import classes from './account-page.module.css'
import { ContactSetting } from './contact-setting.tsx'
import { DeviceSection } from './device-section.tsx'
import { EmailLanguageSetting } from './email-language-setting.tsx'
import { NameSetting } from './name-setting.tsx'
import { OneAtATime } from './one-at-a-time.tsx'
import { OwnSettingsSection } from './own-settings-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { PasswordSetting } from './password-setting.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SettingRow } from './setting-row.tsx'
import { SettingsCard, useSetting } from './settings-card.tsx'
import { useAttempt } from './use-attempt.ts'

/** Everything that people change about their own account. */
export function AccountPage() {
  const { t } = useMessages()
  const [params] = useSearchParams()
  return (
    <div className={classes.page}>
      <PageHeading title={t('shell.page.account')} />
      <OneAtATime change={params.get('change') === 'email' ? 'email' : undefined}>
        <Cards />
      </OneAtATime>
    </div>
  )
}

function Cards() {
  const { t } = useMessages()
  const { signIn } = runtimeConfig()
  const attributes = useSetting(readAttributes)
  const own = attributes.data
  if (own === undefined) {
    return attributes.error === null ? (
      <div className={classes.skeleton} aria-hidden />
    ) : (
      <ErrorBox
        message={t('account.loadFailed')}
        detail={failureSentence(attributes.error)}
        onRetry={() => attributes.refetch()}
      />
    )
  }
  return (
    <>
      <SettingsCard title={t('account.about')}>
        <NameSetting name={own.name ?? ''} />
        <ContactSetting kind="email" value={own.email ?? ''} verified={own.email_verified === 'true'} />
        <ContactSetting
          kind="phone_number"
          value={own.phone_number ?? ''}
          verified={own.phone_number_verified === 'true'}
        />
        <EmailLanguageSetting locale={own.locale ?? ''} />
      </SettingsCard>
      <OwnSettingsSection />
      <SettingsCard title={t('account.signIn')}>
        <PasswordSetting email={own.email ?? ''} />
      </SettingsCard>
      {signIn.mfa !== 'off' && <SecondFactorSection attributes={own} />}
      {signIn.firstFactors.includes('passkey') && <PasskeySection />}
      {signIn.devices !== 'off' && <DeviceSection />}
      <SessionsSection />
    </>
  )
}

/** Ends every session of the person, including this one. */
function SessionsSection() {
  const { t } = useMessages()
  const leaving = useAttempt()
  const leave = async () => {
    const sure =
      (await askToSignOut()) &&
      (await confirm({
        title: t('account.sessions.question'),
        message: t('account.sessions.consequence'),
        yes: t('account.sessions.end'),
        no: t('ui.dialog.cancel'),
        danger: true,
      }))
    if (sure) {
      await leaving.attempt(async () => {
        await endWork()
        await signOutEverywhere()
      })
    }
    return undefined
  }
  return (
    <SettingsCard title={t('account.sessions')}>
      <SettingRow
        name="sessions"
        label={t('account.sessions.where')}
        failure={leaving.failure}
        actions={[{ verb: t('account.sessions.end'), danger: true, run: leave, busy: leaving.busy }]}
      >
        {t('account.sessions.about')}
      </SettingRow>
    </SettingsCard>
  )
}
