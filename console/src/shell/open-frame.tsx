import type { ReactNode } from 'react'
import { LanguageMenu } from './language-menu.tsx'
import { ChurchName, Logo } from './logo.tsx'
import classes from './open-frame.module.css'
import { ThemeButton } from './theme-button.tsx'

/** Only the header, around pages that everybody may see. */
export function OpenFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <Logo />
          <ChurchName />
        </span>
        <div className={classes.tools}>
          <LanguageMenu />
          <ThemeButton />
        </div>
      </header>
      {children}
    </div>
  )
}
