import type { ReactNode } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import type { AppRoute, PageRoute } from './app-route.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import classes from './page-frame.module.css'
import { PhonePanel } from './phone-panel.tsx'
import { ShellHeader } from './shell-header.tsx'
import { Sidebar } from './sidebar.tsx'
import { useOpenHere } from './use-open-here.ts'

/** Header, sidebar and breadcrumbs around a page. */
export function PageFrame(props: { routes: readonly AppRoute[]; route?: PageRoute; children: ReactNode }) {
  const { t } = useMessages()
  const panel = useOpenHere()
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <ShellHeader routes={props.routes} onMenu={panel.open} menuOpen={panel.isOpen} />
      <Sidebar routes={props.routes} />
      {panel.isOpen && <PhonePanel routes={props.routes} onClose={panel.close} />}
      <main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          {props.route !== undefined && <Breadcrumbs routes={props.routes} route={props.route} />}
          {props.children}
        </div>
      </main>
    </div>
  )
}
