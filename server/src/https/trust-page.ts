import { createHash } from 'node:crypto'
import { MESSAGE_LANGUAGES, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { Markup, markup } from '../http/markup.ts'
import { formatMessage, type ServerMessageKey } from '../server-messages.ts'

/** Where a device gets the church's authority, as DER. An iPhone offers to install what it opens, not what it saves. */
export const AUTHORITY_PATH = '/vestry.crt'

const CSS = `
:root{color-scheme:light dark;--ink:#1c2321;--quiet:#56605d;--paper:#fff;--line:#d9dedc;--accent:#0b6e63;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecea;--quiet:#a5afac;--paper:#161a19;--line:#333a38;--accent:#5fc9ba;--on:#06211d}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{margin:0 0 .75rem;font-size:1.75rem;line-height:1.2}
p{margin:0 0 1rem}
.button{display:block;padding:.75rem 1rem;border:1px solid var(--accent);border-radius:.5rem;color:var(--accent);font-weight:600;text-align:center;text-decoration:none}
.first{background:var(--accent);color:var(--on)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
details{border-top:1px solid var(--line)}
details:last-of-type{border-bottom:1px solid var(--line);margin-bottom:1.75rem}
summary{padding:.875rem 0;font-weight:600;cursor:pointer}
ol{margin:0;padding:0 0 1.25rem 1.5rem}
li{margin-bottom:.5rem}
.first{margin:1.5rem 0 1.75rem}
.quiet{margin-top:1rem;color:var(--quiet);font-size:.875rem}
`.trim()

/** The policy of the page: no script, and no style but this one. */
export const TRUST_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const SYSTEMS = ['iphone', 'android', 'computer'] as const
type System = (typeof SYSTEMS)[number]

const STEPS: Record<System, readonly ServerMessageKey[]> = {
  iphone: ['trust.iphone.get', 'trust.iphone.install', 'trust.iphone.trust'],
  android: ['trust.android.get', 'trust.android.install', 'trust.android.chrome'],
  computer: ['trust.computer.get', 'trust.computer.windows', 'trust.computer.mac'],
}

/** The device that a browser says it runs on. An iPad says that it is a Mac: its steps stand below. */
function systemOf(userAgent: string): System {
  return /iPhone|iPad|iPod/.test(userAgent)
    ? 'iphone'
    : userAgent.includes('Android')
      ? 'android'
      : 'computer'
}

type Visit = {
  language: MessageLanguage
  userAgent: string
  /** What the authority calls itself, as the device's settings will name it. */
  authority: string
  /** Where the console is, and where else if that name isn't found. */
  publicUrl: string
  otherUrl: string | undefined
}

/** How a device of this network comes to trust the church's authority: the steps of its own system first. */
export function trustPage({ language, userAgent, authority, publicUrl, otherUrl }: Visit): string {
  const t = (key: ServerMessageKey, values?: Record<string, string>) => formatMessage(language, key, values)
  const own = systemOf(userAgent)
  const systems = [own, ...SYSTEMS.filter((system) => system !== own)]
  const { hostname } = new URL(publicUrl)
  return markup`<!doctype html>
<html lang="${language}" dir="${MESSAGE_LANGUAGES[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${t('trust.title')}</title>
<style>${new Markup(CSS)}</style>
</head>
<body>
<main>
<h1>${t('trust.title')}</h1>
<p>${t('trust.lead')}</p>
<p><a class="button first" href="${AUTHORITY_PATH}">${t('trust.get')}</a></p>
${systems.map(
  (system) => markup`<details${new Markup(system === own ? ' open' : '')}>
<summary>${t(`trust.${system}`)}</summary>
<ol>${[...STEPS[system], 'trust.last' as const].map((step) => markup`<li>${t(step, { name: authority })}</li>`)}</ol>
</details>
`,
)}<p><a class="button" href="${publicUrl}">${t('trust.open')}</a></p>
${otherUrl !== undefined && markup`<p class="quiet">${new Markup(t('trust.elsewhere', { address: markup`<a href="${otherUrl}">${otherUrl}</a>`.text }))}</p>`}
<p class="quiet">${t('trust.limit', { name: hostname })}</p>
<p class="quiet">${t('trust.compare')}</p>
</main>
</body>
</html>
`.text
}
