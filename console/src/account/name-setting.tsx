import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { STAFF_FIELDS } from '@vestry/contract/records/staff-record.ts'
import { updateUserAttributes } from 'aws-amplify/auth'
import { renewSession } from '../auth/session.ts'
import { confirmLeaving } from '../forms/confirm-leaving.ts'
import { findErrors } from '../forms/record-values.ts'
import { useStoredDraft } from '../forms/stored-draft.ts'
import { useFormDraft } from '../forms/use-form-draft.ts'
import { useMessages } from '../messages/use-messages.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { readAttributes } from './account-calls.ts'
import { SettingForm } from './setting-form.tsx'
import { type Closing, SettingRow } from './setting-row.tsx'
import { useAttempt } from './use-attempt.ts'

const FIELDS = { name: STAFF_FIELDS.name }

/** The person's name, as the header and emails show it. */
export function NameSetting({ name }: { name: string }) {
  const { t } = useMessages()
  return (
    <SettingRow
      name="name"
      label={t('account.name')}
      actions={[
        {
          verb: t(name === '' ? 'account.add' : 'account.change'),
          form: (close) => <NameForm name={name} onClose={close} />,
        },
      ]}
    >
      {name === '' ? t('account.none') : name}
    </SettingRow>
  )
}

function NameForm({ name, onClose }: { name: string; onClose: Closing }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const attempt = useAttempt()
  const form = useFormDraft({ name }, ['name'], (values) => findErrors(FIELDS, values, ''))
  useLeaveGuard(form.dirty, confirmLeaving)
  useStoredDraft('account name', form)
  const save = () =>
    attempt.attempt(async () => {
      await updateUserAttributes({ userAttributes: { name: form.values.name.trim() } })
      await queries.invalidateQueries(readAttributes)
      form.reset()
      onClose(t('account.saved'))
      // The header shows the name in the token; if this fails, the next token brings it.
      await renewSession().catch(() => undefined)
    })
  return (
    <SettingForm
      attempt={attempt}
      submit={t('account.save')}
      onSubmit={() => form.check() && void save()}
      onCancel={() => onClose()}
    >
      <TextInput
        {...form.field('name')}
        label={t('account.name')}
        autoComplete="name"
        readOnly={attempt.busy}
        value={form.values.name}
        onChange={(event) => form.set('name', event.currentTarget.value)}
      />
    </SettingForm>
  )
}
