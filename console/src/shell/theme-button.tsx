import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMessages } from '../messages/use-messages.ts'
import { IconMoon, IconSun } from '../ui/look/icons.ts'
import classes from './header-menu.module.css'

export function ThemeButton() {
  const { t } = useMessages()
  // Suppressing transitions would need a style element, which the policy forbids.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = scheme === 'dark' ? 'light' : 'dark'
  const Icon = next === 'dark' ? IconMoon : IconSun
  const name = t(next === 'dark' ? 'shell.theme.toDark' : 'shell.theme.toLight')
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={name}
      title={name}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </button>
  )
}
