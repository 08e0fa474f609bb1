import { Button, TextInput } from '@mantine/core'
import type { FamilyDetail } from '@vestry/contract/calls/families.ts'
import { useNavigate } from 'react-router'
import { useOwnRole } from '../auth/use-own-role.ts'
import { FormFrame, FormSection } from '../forms/form-frame.tsx'
import { LastChanged } from '../forms/last-changed.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { IconTrash } from '../ui/look/icons.ts'
import { FormLink } from '../ui/return-link.tsx'
import { AdultRows } from './adult-rows.tsx'
import { deleteFamily } from './delete-family.ts'
import { outdateFamilies } from './family-calls.ts'
import { FamilyChildren } from './family-children.tsx'
import classes from './family-form.module.css'
import { useFamilyForm } from './use-family-form.ts'

/** The form of one family. `family` is the loaded one, and absent for a new one. */
export function FamilyForm({ family }: { family: FamilyDetail | undefined }) {
  const { t } = useMessages()
  const form = useFamilyForm(family)
  return (
    <FormFrame
      form={form}
      submit={t(family === undefined ? 'families.page.form.create' : 'families.page.form.update')}
      side={family && <LastChanged change={family.last_change} record={`family/${family.id}`} />}
    >
      <TextInput {...form.input('name')} label={t('families.page.form.name')} />
      <FormSection heading={t('families.page.column.adults')}>
        <AdultRows form={form} />
      </FormSection>
      <FormSection heading={t('families.page.column.children')}>
        <FamilyChildren form={form} known={family?.children ?? []} />
      </FormSection>
      {family && (
        <FormSection heading={t('families.page.more')}>
          <MoreActions family={family} />
        </FormSection>
      )}
    </FormFrame>
  )
}

function MoreActions({ family }: { family: FamilyDetail }) {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const navigate = useNavigate()
  const remove = () =>
    deleteFamily(family, async () => {
      await outdateFamilies()
      await navigate(paths.families)
    })
  return (
    <div className={classes.more}>
      <Button variant="default" component={FormLink} to={paths.family(family.id, '/merge')}>
        {t('families.page.more.merge')}
      </Button>
      <Button variant="default" component={FormLink} to={paths.family(family.id, '/split')}>
        {t('families.page.more.split')}
      </Button>
      {may('delete') && (
        <Button
          variant="default"
          className={classes.delete ?? ''}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove()}
        >
          {t('families.page.more.delete')}
        </Button>
      )}
    </div>
  )
}
