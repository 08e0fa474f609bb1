import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { FormLink } from '../ui/way-back.tsx'
import { useWords } from '../words/use-words.ts'

export function AddClass({ quiet = false }: { quiet?: boolean }) {
  const { t } = useWords()
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
