import { Button } from '@mantine/core'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { IconPlus } from '../ui/look/icons.ts'
import { FormLink } from '../ui/return-link.tsx'

export function AddClass({ quiet = false }: { quiet?: boolean }) {
  const { t } = useMessages()
  return (
    <Button
      component={FormLink}
      to={paths.newClass}
      {...(quiet ? { variant: 'default' } : { leftSection: <IconPlus size={16} aria-hidden /> })}
    >
      {t('classes.list.add')}
    </Button>
  )
}
