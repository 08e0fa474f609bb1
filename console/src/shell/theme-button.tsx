import classes from './header-menu.module.css'
import { useOtherTheme } from './use-other-theme.ts'

export function ThemeButton() {
  const { name, icon: Icon, switchTo } = useOtherTheme()
  return (
    <button type="button" className={classes.button} aria-label={name} title={name} onClick={switchTo}>
      <Icon size={20} stroke={1.75} aria-hidden />
    </button>
  )
}
