import 'virtual:station-colours.css'
import './station-page.css'
import { BROWSER_LANGUAGE } from '@vestry/contract/rules/church-setting-rules.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { church, startRuntimeConfig } from '../console-config.ts'
import { currentLanguage, startMessages } from '../messages/messages.ts'
import { StationApp } from './station-app.tsx'

/** The church's language, whatever somebody chose before on this device; without one, the browser's. */
async function preferred(): Promise<readonly string[]> {
  await startRuntimeConfig()
  const { language } = church()
  return language === BROWSER_LANGUAGE ? navigator.languages : [language]
}

async function start(): Promise<void> {
  await startMessages(preferred, false)
  const root = document.getElementById('root')
  if (root !== null) {
    createRoot(root).render(
      <StrictMode>
        <StationApp usual={currentLanguage()} />
      </StrictMode>,
    )
  }
}

void start()
