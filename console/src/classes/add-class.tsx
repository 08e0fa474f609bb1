import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useWords } from '../words/use-words.ts'

export function AddClass({ quiet = false }: { quiet?: boolean }) {
  const { t } = useWords()
  return (
    <Button
      component={Link}
      to={paths.newClass}
      {...(quiet ? { variant: 'default' } : { leftSection: <IconPlus size={16} aria-hidden /> })}
    >
      {t('classes.list.add')}
    </Button>
  )
}
