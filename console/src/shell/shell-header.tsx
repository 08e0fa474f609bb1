import { Link, useNavigate } from 'react-router'
import { useSession } from '../auth/session.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { IconLogout, IconMenu2, IconUser, IconUserCog } from '../ui/look/icons.ts'
import type { AppRoute } from './app-route.ts'
import { FindButton } from './find-button.tsx'
import { HeaderMenu, HeaderMenuItem } from './header-menu.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { logOut } from './log-out.ts'
import { ChurchName, Logo } from './logo.tsx'
import classes from './shell-header.module.css'
import { ThemeButton } from './theme-button.tsx'

export function ShellHeader(props: { routes: readonly AppRoute[]; onMenu: () => void; menuOpen: boolean }) {
  const { t } = useMessages()
  const session = useSession()
  const navigate = useNavigate()
  const { email, name } = session.status === 'signed_in' ? session : { email: '', name: '' }
  return (
    <header className={classes.header}>
      <button
        type="button"
        className={classes.menuButton}
        aria-label={t('shell.menu.open')}
        aria-expanded={props.menuOpen}
        aria-haspopup="dialog"
        onClick={props.onMenu}
      >
        <IconMenu2 size={22} stroke={1.75} aria-hidden />
      </button>
      <Link to={paths.home} className={classes.brand}>
        <Logo />
        <ChurchName />
      </Link>
      <div className={classes.tools}>
        <FindButton routes={props.routes} />
        <LanguageMenu />
        <ThemeButton />
        <HeaderMenu
          name={t('shell.account.of', { email })}
          head={name === '' ? email : name}
          below={name === '' ? undefined : email}
          icon={<IconUser size={20} stroke={1.75} aria-hidden />}
        >
          <HeaderMenuItem
            icon={<IconUserCog size={16} aria-hidden />}
            onChoose={() => void navigate(paths.account)}
          >
            {t('shell.page.account')}
          </HeaderMenuItem>
          <HeaderMenuItem icon={<IconLogout size={16} aria-hidden />} onChoose={() => void logOut()}>
            {t('shell.logout')}
          </HeaderMenuItem>
        </HeaderMenu>
      </div>
    </header>
  )
}
