import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { bundleScript } from './bundle-script.ts'

const SOURCE = fileURLToPath(new URL('../src/first/first-paint.ts', import.meta.url))
const DEV_PATH = '/first-paint.js'
/**
 * Where it stands: after the first module, which is the largest file, so that the connection that is open already is for that;
 * before the first style sheet, for which it would wait.
 */
const FIRST_STYLES = /\s*(<link rel="stylesheet"|<\/head>)/

/**
 * Puts the script of the first paint into the page's head, where it blocks. It is a file of its own, since the policy
 * forbids inline scripts, and shares no code with the others, which come later.
 */
export function firstPaint(): Plugin {
  return {
    name: 'vestry:first-paint',
    configureServer(server) {
      server.middlewares.use(DEV_PATH, async (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript')
        response.end(await bundleScript(SOURCE))
      })
    },
    async buildStart() {
      if (this.environment.mode === 'build') {
        this.emitFile({ type: 'asset', name: 'first-paint.js', source: await bundleScript(SOURCE) })
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const emitted = Object.values(context.bundle ?? {}).find((output) => output.name === 'first-paint.js')
        const src = emitted === undefined ? DEV_PATH : `/${emitted.fileName}`
        return html.replace(FIRST_STYLES, (found) => `<script src="${src}"></script>${found}`)
      },
    },
  }
}
