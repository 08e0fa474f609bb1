import { fileURLToPath } from 'node:url'
import { STATION_PATH } from '@vestry/contract/sunday-school/station-rules.ts'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import { STATION_PARTS } from '../src/messages/message-parts.ts'
import { tokenVariables } from '../src/ui/colours/theme-variables.ts'
import { schemeTokens } from '../src/ui/colours/tokens.ts'
import { compileMessages } from './compile-messages.ts'
import { sizeBudget } from './size-budget.ts'

const PAGE = 'station.html'
const COLOURS = 'virtual:station-colours.css'
/** All that a station ever loads, in English. */
const MODULES = ['src/station/start-station.tsx', 'virtual:messages/en/start']

/**
 * Builds the page of the door's stations beside the console, as a build of its own: what both use is in each, and a
 * station loads nothing of what people sign in with.
 */
export function stationPage(scopedName: (name: string, file: string) => string): Plugin {
  return {
    name: 'vestry:station-page',
    resolveId: resolveColours,
    load: loadColours,
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.split('?')[0] === STATION_PATH) {
          request.url = `/${PAGE}`
        }
        next()
      })
    },
    async writeBundle({ dir }) {
      if (this.environment.mode === 'build') {
        await build(ownBuild(dir ?? '', scopedName))
      }
    },
  }
}

function ownBuild(outDir: string, generateScopedName: (name: string, file: string) => string): InlineConfig {
  const root = fileURLToPath(new URL('..', import.meta.url))
  return {
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'info',
    plugins: [
      { name: 'vestry:station-colours', resolveId: resolveColours, load: loadColours },
      compileMessages(STATION_PARTS),
      react(),
      sizeBudget([{ name: 'A station', modules: MODULES, js: 97_000, css: 3000 }]),
    ],
    css: { modules: { generateScopedName } },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: `${root}/${PAGE}` },
    },
  }
}

function resolveColours(id: string): string | null {
  return id === COLOURS ? `\0${COLOURS}` : null
}

/** A station has the theme of its device. */
function loadColours(id: string): string | null {
  if (id !== `\0${COLOURS}`) {
    return null
  }
  const rule = (scheme: keyof typeof schemeTokens) =>
    `:root{${Object.entries(tokenVariables(schemeTokens[scheme]))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`
  return `${rule('light')}@media (prefers-color-scheme: dark){${rule('dark')}}`
}
