import { useQueryClient } from '@tanstack/react-query'
import { type FetchDevicesOutput, forgetDevice, rememberDevice } from 'aws-amplify/auth'
import { runtimeConfig } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import { readDevices } from './account-calls.ts'
import { formatMoment } from './account-dates.ts'
import classes from './account-page.module.css'
import { readDeviceName } from './device-name.ts'
import { SettingRow } from './setting-row.tsx'
import { SettingsCard, useSetting } from './settings-card.tsx'
import { useAttempt } from './use-attempt.ts'

type Device = FetchDevicesOutput[number]

/** The devices that need no second step, and those that could do without one. */
export function DeviceSection() {
  const { t } = useMessages()
  const found = useSetting(readDevices)
  const devices = found.data?.devices ?? []
  return (
    <SettingsCard
      title={t('account.devices')}
      about={t(devices.length === 0 ? 'account.devices.none' : 'account.devices.about')}
      query={found}
    >
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} current={device.id === found.data?.current} />
      ))}
    </SettingsCard>
  )
}

function DeviceRow({ device, current }: { device: Device; current: boolean }) {
  const { t, language } = useMessages()
  const queries = useQueryClient()
  const change = useAttempt()
  const known = readDeviceName(device.name ?? '')
  const name =
    known === undefined ? (device.name ?? t('account.device.unnamed')) : t('account.device.name', known)
  const last = device.lastAuthenticatedDate ?? device.createDate
  const remembered = isRemembered(device)
  const remember = async () => {
    const done = await change.attempt(async () => {
      await rememberDevice()
      await queries.invalidateQueries(readDevices)
    })
    return done ? t('account.device.rememberedNow') : undefined
  }
  const forget = async () => {
    const sure = await confirm({
      title: t('account.device.question', { name }),
      message: t('account.device.consequence'),
      yes: t('account.device.forget'),
      no: t('ui.dialog.cancel'),
      danger: true,
    })
    if (sure) {
      await change.attempt(async () => {
        await forgetDevice({ device: { id: device.id } })
        await queries.invalidateQueries(readDevices)
      })
    }
    return undefined
  }
  return (
    <SettingRow
      name={`device ${device.id}`}
      label={name}
      failure={change.failure}
      actions={[
        ...(current && !remembered && runtimeConfig().signIn.devices === 'opt-in'
          ? [{ verb: t('account.device.remember'), run: remember, busy: change.busy }]
          : []),
        { verb: t('account.device.forget'), danger: true, run: forget, busy: change.busy },
      ]}
    >
      {current && (
        <span className={classes.mark} data-on>
          {t('account.device.this')}
        </span>
      )}{' '}
      {remembered && <span className={classes.mark}>{t('account.device.remembered')}</span>}{' '}
      {last !== undefined && t('account.device.last', { date: formatMoment(last, language) })}
    </SettingRow>
  )
}

/** Amazon's own name for whether the person asked for the device to be remembered. */
function isRemembered({ attributes }: Device): boolean {
  const byName: Partial<Record<string, string>> = attributes
  return (byName['dev:device_remembered_status'] ?? byName.remembered_status) === 'remembered'
}
