import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import type { AppRoute, PageRoute } from './app-route.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import classes from './page-frame.module.css'
import { PhonePanel } from './phone-panel.tsx'
import { ShellHeader } from './shell-header.tsx'
import { Sidebar } from './sidebar.tsx'

/** Header, sidebar and breadcrumbs around a page. */
export function PageFrame(props: { routes: readonly AppRoute[]; route?: PageRoute; children: ReactNode }) {
  const { t } = useMessages()
  const [panelOpen, setPanelOpen] = useState(false)
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <ShellHeader routes={props.routes} onMenu={() => setPanelOpen(true)} menuOpen={panelOpen} />
      <Sidebar routes={props.routes} />
      {panelOpen && <PhonePanel routes={props.routes} onClose={() => setPanelOpen(false)} />}
      <main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          {props.route !== undefined && <Breadcrumbs routes={props.routes} route={props.route} />}
          {props.children}
        </div>
      </main>
    </div>
  )
}
