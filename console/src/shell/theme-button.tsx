import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useWords } from '../words/use-words.ts'

export function ThemeButton() {
  const { t } = useWords()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = scheme === 'dark' ? 'light' : 'dark'
  const Icon = next === 'dark' ? IconMoon : IconSun
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      aria-label={t(next === 'dark' ? 'shell.theme.toDark' : 'shell.theme.toLight')}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
