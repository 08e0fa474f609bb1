import { rightsOf } from '@vestry/contract/rules/rights.ts'
import { roleOf } from '@vestry/contract/rules/roles.ts'
import { callAhead } from '../api/calls-ahead.ts'
import { type Address, presentAddress } from '../api/page-reads.ts'
import { apiAddress, readPageConfig } from '../console-config.ts'
import { firstCalls } from './first-calls.ts'
import { readStoredToken } from './stored-token.ts'

// Runs before the first paint and before the console's code, so it must stay small: it gives the page its theme, and
// asks for what the page will wait for. Whatever fails here is done again by the console.

function paint(): void {
  const chosen = chosenTheme()
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}

function chosenTheme(): string | null {
  try {
    return localStorage.getItem('vestry.theme')
  } catch {
    return null
  }
}

function askAhead(address: Address): void {
  const config = readPageConfig()
  const stored = config && readStoredToken(localStorage, config.userPoolClientId, Date.now())
  if (config === undefined || stored === undefined) {
    return
  }
  const rights = rightsOf(roleOf(stored.groups, config.userPoolId), config.church.rights)
  for (const call of firstCalls(address, (right) => rights.includes(right))) {
    callAhead(apiAddress(config) + call, stored.token)
  }
}

function attempt(step: () => void): void {
  try {
    step()
  } catch (error) {
    console.warn(error)
  }
}

attempt(paint)
attempt(() => askAhead(presentAddress()))
// Before a browser writes its first date, it reads what it knows of languages; now it waits for the network anyway.
setTimeout(() => Intl.DateTimeFormat.supportedLocalesOf('en'))
window.vestryAskAhead = (address) => attempt(() => askAhead(address))
