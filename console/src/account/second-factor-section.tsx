import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { SecondFactorKind } from '@vestry/contract/rules/runtime-config.ts'
import { updateMFAPreference } from 'aws-amplify/auth'
import { runtimeConfig } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import { type OwnAttributes, readFactors } from './account-calls.ts'
import classes from './account-page.module.css'
import { AppSetup } from './app-setup.tsx'
import { type Factor, factorsOf, mayBeOff, prefer, switchOff, switchOn } from './factor-plan.ts'
import { SettingRow } from './setting-row.tsx'
import { SettingsCard, useSetting } from './settings-card.tsx'
import { useAttempt } from './use-attempt.ts'

/** What is asked for besides the password. */
export function SecondFactorSection({ attributes }: { attributes: OwnAttributes }) {
  const { t } = useMessages()
  const { signIn } = runtimeConfig()
  const found = useSetting(readFactors)
  const factors = found.data === undefined ? [] : factorsOf(signIn, found.data)
  const on = factors.filter((factor) => factor.on)
  return (
    <SettingsCard
      title={t('account.factors')}
      about={t(
        signIn.mfa === 'required'
          ? 'account.factors.required'
          : on.length > 0
            ? 'account.factors.on'
            : 'account.factors.off',
      )}
      query={found}
    >
      {factors.map((factor) => (
        <FactorRow key={factor.kind} factor={factor} factors={factors} attributes={attributes} />
      ))}
      {on.length > 1 && <PreferredRow factors={on} />}
    </SettingsCard>
  )
}

function FactorRow(props: { factor: Factor; factors: readonly Factor[]; attributes: OwnAttributes }) {
  const { t } = useMessages()
  const { signIn } = runtimeConfig()
  const { factor, factors, attributes } = props
  const { kind, on } = factor
  const queries = useQueryClient()
  const change = useAttempt({ InvalidParameterException: 'account.factor.needsContact' })
  const destination =
    kind === 'email' ? attributes.email : kind === 'sms' ? attributes.phone_number : undefined
  const proved =
    kind === 'totp' || attributes[kind === 'email' ? 'email_verified' : 'phone_number_verified'] === 'true'

  const turn = (input: Parameters<typeof updateMFAPreference>[0]) =>
    change.attempt(async () => {
      await updateMFAPreference(input)
      await queries.invalidateQueries(readFactors)
    })
  const turnOff = async () => {
    const last = !factors.some((other) => other.on && other.kind !== kind)
    const sure = await confirm({
      title: t('account.factor.offQuestion', { name: t(`account.factor.${kind}`) }),
      message: t(last ? 'account.factor.offLast' : 'account.factor.offOne'),
      yes: t('account.factor.off'),
      no: t('ui.dialog.cancel'),
      danger: true,
    })
    return sure && (await turn(switchOff(factors, kind))) ? t('account.factor.offDone') : undefined
  }
  const turnOn = async () => ((await turn(switchOn(factors, kind))) ? t('account.factor.onDone') : undefined)
  const off = { verb: t('account.factor.off'), danger: true, run: turnOff, busy: change.busy }
  return (
    <SettingRow
      name={`factor ${kind}`}
      label={t(`account.factor.${kind}`)}
      failure={change.failure}
      actions={[
        ...(kind === 'totp'
          ? [
              {
                verb: t(on ? 'account.app.setUpAgain' : 'account.app.setUp'),
                form: (close: (saved?: string) => void) => (
                  <AppSetup factors={factors} email={attributes.email ?? ''} onClose={close} />
                ),
              },
            ]
          : []),
        ...(kind !== 'totp' && !on && proved
          ? [{ verb: t('account.factor.turnOn'), run: turnOn, busy: change.busy }]
          : []),
        ...(on && mayBeOff(signIn, factors, kind) ? [off] : []),
      ]}
    >
      <span className={classes.mark} data-on={on || undefined}>
        {t(on ? 'account.factor.isOn' : 'account.factor.isOff')}
      </span>{' '}
      {proved ? (destination ?? t('account.app.about')) : t(`account.factor.${kind}.unverified`)}
    </SettingRow>
  )
}

/** The one that is asked for first, of those that are on. */
function PreferredRow({ factors }: { factors: readonly Factor[] }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const change = useAttempt()
  const choose = (kind: SecondFactorKind) =>
    void change.attempt(async () => {
      await updateMFAPreference(prefer(factors, kind))
      await queries.invalidateQueries(readFactors)
    })
  const preferred = factors.find((factor) => factor.preferred)
  return (
    <SettingRow name="preferred" label={t('account.preferred')} failure={change.failure}>
      <NativeSelect
        aria-label={t('account.preferred')}
        className={classes.choice}
        disabled={change.busy}
        data={[
          ...(preferred === undefined ? [{ value: '', label: t('account.preferred.none') }] : []),
          ...factors.map(({ kind }) => ({ value: kind, label: t(`account.factor.${kind}`) })),
        ]}
        value={preferred?.kind ?? ''}
        onChange={(event) => choose(event.currentTarget.value as SecondFactorKind)}
      />
    </SettingRow>
  )
}
