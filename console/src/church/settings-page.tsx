import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FormPage } from '../forms/form-frame.tsx'
import { LoadedRecord } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { findSettings } from './settings-calls.ts'
import classes from './settings-form.module.css'
import { SettingsForm } from './settings-form.tsx'

/** The settings of the whole church. */
export function SettingsPage() {
  const { t } = useMessages()
  const settings = useQuery(findSettings)
  const failed = t('settings.loadFailed')
  return (
    <FormPage title={t('shell.page.settings')}>
      <p className={classes.rights}>
        <Link to={paths.rights}>{t('settings.toRights')}</Link>
        <Link to={paths.retention}>{t('settings.toRetention')}</Link>
        <Link to={paths.phones}>{t('shell.page.phones')}</Link>
      </p>
      <LoadedRecord
        record={settings}
        choices={{}}
        failed={{ record: failed, choices: failed }}
        toList={{ label: t('settings.toToday'), to: paths.today }}
        heights={[60, 90, 60, 60, 60]}
      >
        {(record) => record && <SettingsForm settings={record} />}
      </LoadedRecord>
    </FormPage>
  )
}
