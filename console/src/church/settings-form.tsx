import { NativeSelect, TextInput } from '@mantine/core'
import { MESSAGE_LANGUAGES } from '@vestry/contract/messages/message-languages.ts'
import {
  ACCENTS,
  BROWSER_LANGUAGE,
  HOURS,
  isServerAddress,
  isWebsite,
  MAX_CHURCH_NAME,
  MAX_WEBSITE,
  PARTS,
  WEEK_STARTS,
} from '@vestry/contract/rules/church-setting-rules.ts'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { church, loadRuntimeConfig } from '../console-config.ts'
import { ChoiceBox, ChoiceFields } from '../forms/choice-fields.tsx'
import { FormFrame } from '../forms/form-frame.tsx'
import { HELP_BELOW } from '../forms/help-below.ts'
import { findErrors } from '../forms/record-values.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { showNotice, whileShowing } from '../ui/dialogs/dialogs.ts'
import { useBackLink } from '../ui/return-link.tsx'
import { AccentField } from './accent-field.tsx'
import { LogoField } from './logo-field.tsx'
import { changeSettings, findSettings, SETTINGS, type Settings } from './settings-calls.ts'
import classes from './settings-form.module.css'

const FIELDS = {
  name: { kind: 'line', max: MAX_CHURCH_NAME },
  logo: { kind: 'path', prefix: '' },
  accent: { kind: 'choice', of: ACCENTS },
  timeZone: { kind: 'choice', of: Intl.supportedValuesOf('timeZone') },
  weekStart: { kind: 'choice', of: WEEK_STARTS },
  hours: { kind: 'choice', of: HOURS },
  language: { kind: 'choice', of: [BROWSER_LANGUAGE, ...Object.keys(MESSAGE_LANGUAGES)] },
  parts: { kind: 'set', of: PARTS },
  families: { kind: 'flag' },
  rooms: { kind: 'flag' },
  door: { kind: 'flag' },
  allergyLabels: { kind: 'flag' },
  startsOnToday: { kind: 'flag' },
  gettingStarted: { kind: 'flag' },
  twoSteps: { kind: 'flag' },
  weeklyEmail: { kind: 'flag' },
  rollReminder: { kind: 'flag' },
  publicPages: { kind: 'flag' },
  website: { kind: 'line', max: MAX_WEBSITE },
  listenersUrl: { kind: 'line', max: MAX_WEBSITE },
  mediaUrl: { kind: 'line', max: MAX_WEBSITE },
} as const

/** What Today is for; the list of first steps can be put away there, and only comes back here. */
const START = ['startsOnToday', 'gettingStarted'] as const
/** The second one is about the first. */
const DOOR = ['door', 'allergyLabels'] as const
const EMAILS = ['weeklyEmail', 'rollReminder'] as const
const ADDRESSES = ['website', 'listenersUrl', 'mediaUrl'] as const

export function SettingsForm({ settings }: { settings: Settings }) {
  const { t, language } = useMessages()
  const form = useSettingsForm(settings)
  const { values } = form
  const fixed = settings.fixed.includes('twoSteps')
  const flag = (
    name: (typeof START | typeof EMAILS | typeof DOOR)[number] | 'families' | 'rooms' | 'publicPages',
  ) => (
    <ChoiceBox
      key={name}
      id={form.field(name).id}
      label={t(`settings.${name}`)}
      detail={t(`settings.${name}.help`)}
      checked={values[name]}
      onChange={(checked) => form.set(name, checked)}
    />
  )
  return (
    <FormFrame form={form} submit={t('settings.save')}>
      <h2 className={classes.section}>{t('settings.church')}</h2>
      <TextInput
        {...form.input('name')}
        inputWrapperOrder={HELP_BELOW}
        label={t('settings.name')}
        description={t('settings.name.help')}
        autoComplete="organization"
      />
      <LogoField id={form.field('logo').id} logo={values.logo} onChange={(logo) => form.set('logo', logo)} />
      <AccentField accent={values.accent} onChange={(accent) => form.set('accent', accent)} />
      <ChoiceFields
        {...form.field('parts')}
        legend={t('settings.parts')}
        choices={PARTS.map((value) => ({ value, label: t(`settings.parts.${value}`) }))}
        chosen={values.parts}
        help={t('settings.parts.help')}
        onChange={(parts) => form.set('parts', parts)}
      />
      {flag('families')}
      {flag('rooms')}
      {DOOR.filter((name) => name === 'door' || values.door).map(flag)}
      {settings.door && (
        <p className={classes.rights}>
          <Link to={paths.doorPage('printers')}>{t('settings.toPrinters')}</Link>
          <Link to={paths.doorPage('stations')}>{t('settings.toStations')}</Link>
        </p>
      )}
      {START.filter((name) => !(name === 'gettingStarted' && settings[name])).map(flag)}
      <h2 className={classes.section}>{t('settings.listeners')}</h2>
      {flag('publicPages')}
      {settings.publicPages && (
        <p className={classes.rights}>
          <a href="/sermons">{t('settings.toPublicPages')}</a>
          <Link to={paths.podcasts}>{t('settings.toPodcasts')}</Link>
        </p>
      )}
      {ADDRESSES.map((name) => (
        <TextInput
          key={name}
          {...form.input(name)}
          inputWrapperOrder={HELP_BELOW}
          label={t(`settings.${name}`)}
          description={t(`settings.${name}.help`)}
          type="url"
          inputMode="url"
          placeholder="https://"
        />
      ))}
      <h2 className={classes.section}>{t('settings.time')}</h2>
      <NativeSelect
        {...form.input('timeZone')}
        inputWrapperOrder={HELP_BELOW}
        label={t('settings.timeZone')}
        description={t('settings.timeZone.now', { time: timeIn(values, language) })}
        data={zonesWith(settings.timeZone)}
      />
      <NativeSelect
        {...form.input('weekStart')}
        label={t('settings.weekStart')}
        data={WEEK_STARTS.map((value) => ({ value, label: t(`settings.weekStart.${value}`) }))}
      />
      <NativeSelect
        {...form.input('hours')}
        label={t('settings.hours')}
        data={HOURS.map((value) => ({ value, label: t(`settings.hours.${value}`) }))}
      />
      <NativeSelect
        {...form.input('language')}
        label={t('settings.language')}
        data={[
          { value: BROWSER_LANGUAGE, label: t('settings.language.browser') },
          ...Object.entries(MESSAGE_LANGUAGES).map(([value, { name }]) => ({ value, label: name })),
        ]}
      />
      <h2 className={classes.section}>{t('settings.signIn')}</h2>
      <ChoiceBox
        id={form.field('twoSteps').id}
        label={t('settings.twoSteps')}
        detail={t(fixed ? 'settings.twoSteps.fixed' : 'settings.twoSteps.help')}
        checked={values.twoSteps}
        disabled={fixed}
        onChange={(checked) => form.set('twoSteps', checked)}
      />
      <h2 className={classes.section}>{t('settings.emails')}</h2>
      {EMAILS.map(flag)}
    </FormFrame>
  )
}

function useSettingsForm({ fixed: _fixed, ...settings }: Settings) {
  const { t } = useMessages()
  const navigate = useNavigate()
  const opener = useBackLink('')
  const wrongServer = (name: 'listenersUrl' | 'mediaUrl', values: Record<typeof name, string>) =>
    !isServerAddress(values[name].trim().replace(/\/$/, '')) && { [name]: t('settings.server.wrong') }
  return useRecordForm({
    name: 'settings',
    fields: FIELDS,
    loaded: settings,
    isNew: false,
    list: paths.today,
    findErrors: (values) => ({
      ...findErrors(FIELDS, values, ''),
      ...(values.parts.length === 0 && { parts: t('settings.parts.one') }),
      ...(!isWebsite(values.website.trim()) && { website: t('settings.website.wrong') }),
      ...wrongServer('listenersUrl', values),
      ...wrongServer('mediaUrl', values),
    }),
    async send(form) {
      const { edits } = form
      if (Object.keys(edits).length > 0) {
        await whileShowing(t('ui.progress.saving'), async () => {
          await changeSettings(edits as Parameters<typeof changeSettings>[0])
          await Promise.all([showEverywhere(), queryClient.fetchQuery({ ...findSettings, staleTime: 0 })])
        })
        // The guard must be off before the page is left.
        flushSync(() => form.reset())
      }
      showNotice({ message: t('settings.saved') })
      if (opener !== '') {
        void navigate(opener)
      }
      return undefined
    },
    outdated: SETTINGS,
    saved: () => t('settings.saved'),
    failed: t('settings.failed'),
  })
}

/** Draws this page by the church's new settings; other people see them when they load theirs. */
async function showEverywhere(): Promise<void> {
  await loadRuntimeConfig()
  const { showChurch } = await import('../ui/colours/show-church.ts')
  showChurch(church())
}

/** The zone that is set may be one that this browser does not list. */
function zonesWith(zone: string): string[] {
  const { of } = FIELDS.timeZone
  return of.includes(zone) ? of : [zone, ...of]
}

function timeIn({ timeZone, hours }: { timeZone: string; hours: string }, language: string): string {
  const hourCycle = hours === '12' ? 'h12' : 'h23'
  return new Intl.DateTimeFormat(language, { timeZone, hourCycle, timeStyle: 'short' }).format(new Date())
}
