import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/global.css'
import 'virtual:theme.css'
import './shell/page.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { BROWSER_LANGUAGE } from '@vestry/contract/rules/church-setting-rules.ts'
import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { doubtLine, lookForServer } from './api/line.ts'
import { presentAddress } from './api/page-reads.ts'
import { queryClient } from './api/query-client.ts'
import { configureAmplify } from './auth/configure-amplify.ts'
import { startSession } from './auth/session.ts'
import { church, startRuntimeConfig } from './console-config.ts'
import { loadMessages, startMessages } from './messages/messages.ts'
import { PlayerHost } from './preaching/player/player-host.tsx'
import { routes } from './routes.tsx'
import { GuardedRouter } from './shell/guarded-router.tsx'
import { forgetPreviousUser } from './shell/one-person.ts'
import { preloadPage, readFirst } from './shell/preload-pages.ts'
import { RouteView } from './shell/route-view.tsx'
import { type Refused, StartFailure } from './shell/start-failure.tsx'
import { DialogHost } from './ui/dialogs/dialog-host.tsx'
import { lateCode } from './ui/late-code.tsx'
import { theme } from './ui/look/theme.ts'
import { whenIdle } from './ui/when-idle.ts'

const schemeManager = localStorageColorSchemeManager({ key: 'vestry.theme' })

async function prepare(config: Promise<RuntimeConfig>): Promise<void> {
  await Promise.all([
    config.then(configureAmplify).then(async () => (await startSession(lookForServer)) || doubtLine()),
    config.then(drawAsSet),
    preloadPage(routes, location.pathname),
  ])
  forgetPreviousUser()
  setTimeout(whenIdle, NEWS_AFTER, listenToNews)
  await readFirst(routes, presentAddress())
}

/** The first page has time to be drawn before its news are listened to, in milliseconds. */
const NEWS_AFTER = 2000

async function listenToNews(): Promise<void> {
  const news = await lateCode(() => import('./api/news/listen-to-news.ts')).insist()
  news.listenToNews()
}

/** The style sheet has the default accent, and no church name. */
async function drawAsSet({ church }: RuntimeConfig): Promise<void> {
  if (church.accent !== 'teal' || church.name !== '') {
    const { showChurch } = await import('./ui/colours/show-church.ts')
    showChurch(church)
  }
}

/** The church's language for people who have chosen none; without one, the browser's. */
function preferredLanguages(): readonly string[] {
  const { language } = church()
  return language === BROWSER_LANGUAGE ? navigator.languages : [language]
}

/** Without https a page has neither locks, nor random ids, nor private files; without storage nobody is signed in. */
function findRefused(): Refused | undefined {
  try {
    return localStorage && sessionStorage && isSecureContext ? undefined : 'insecure'
  } catch {
    return 'storage'
  }
}

/** Not awaited at the top level: the pages import from this module's chunk, and would wait for it for ever. */
async function start(): Promise<void> {
  const config = startRuntimeConfig()
  const refused = findRefused()
  const messages = startMessages(
    () => config.then(preferredLanguages, preferredLanguages),
    refused !== 'storage',
  )
  const prepared = (refused === undefined ? prepare(config) : loadMessages('refused')).then(
    () => refused,
    (error: unknown) => {
      console.error(error)
      return 'failed' as const
    },
  )
  await messages
  const failure = await prepared
  const root = document.getElementById('root')
  if (root !== null) {
    createRoot(root).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          colorSchemeManager={schemeManager}
          defaultColorScheme="auto"
          withCssVariables={false}
          withGlobalClasses={false}
        >
          {failure === undefined ? (
            <QueryClientProvider client={queryClient}>
              <GuardedRouter>
                <RouteView routes={routes} />
                <DialogHost />
                <PlayerHost />
              </GuardedRouter>
            </QueryClientProvider>
          ) : (
            <StartFailure why={failure} />
          )}
        </MantineProvider>
      </StrictMode>,
    )
    if (failure === undefined) {
      whenIdle(() => {
        const later = [
          lateCode(async () => (await import('./shell/after-start.tsx')).afterStart),
          lateCode(async () => (await import('./attendance/work-offline.ts')).workOffline),
        ]
        for (const code of later) {
          code
            .insist()
            .then((work) => work(routes))
            .catch(console.warn)
        }
      })
    }
  }
}

void start()
