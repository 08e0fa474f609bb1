import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMessages } from '../messages/use-messages.ts'
import { IconMoon, IconSun } from '../ui/look/icons.ts'

/** The theme that isn't shown, and a function that switches to it. */
export function useOtherTheme() {
  const { t } = useMessages()
  // Suppressing transitions would need a style element, which the policy forbids.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return {
    name: t(isDark ? 'shell.theme.toLight' : 'shell.theme.toDark'),
    icon: isDark ? IconSun : IconMoon,
    switchTo: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}
