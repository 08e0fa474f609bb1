import { ActionIcon, Menu } from '@mantine/core'
import { IconLogout, IconMenu2, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from '../sign-in/session.ts'
import { useWords } from '../words/use-words.ts'
import { LanguageMenu } from './language-menu.tsx'
import { logOut } from './log-out.ts'
import { Logo } from './logo.tsx'
import classes from './shell-header.module.css'
import { ThemeButton } from './theme-button.tsx'

export function ShellHeader({ onMenu, menuOpen }: { onMenu: () => void; menuOpen: boolean }) {
  const { t } = useWords()
  return (
    <header className={classes.header}>
      <ActionIcon
        className={classes.menuButton}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('shell.menu.open')}
        aria-expanded={menuOpen}
        aria-haspopup="dialog"
        onClick={onMenu}
      >
        <IconMenu2 size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Link to={paths.home} className={classes.brand}>
        <Logo />
        <span>{t('shell.product')}</span>
      </Link>
      <div className={classes.tools}>
        <LanguageMenu />
        <ThemeButton />
        <AccountMenu />
      </div>
    </header>
  )
}

function AccountMenu() {
  const { t } = useWords()
  const session = useSession()
  const email = session.status === 'signed_in' ? session.email : ''
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('shell.account.of', { email })}>
          <IconUser size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.email}>{email}</Menu.Label>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={logOut}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
