import { fileURLToPath } from 'node:url'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { bundleScript } from './bundle-script.ts'

const SOURCE = fileURLToPath(new URL('../src/first/first-paint.ts', import.meta.url))
const DEV_PATH = '/first-paint.js'

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
      handler(_html, { bundle }) {
        if (bundle === undefined) {
          return [ahead('script', { src: DEV_PATH })]
        }
        const outputs = Object.values(bundle)
        const emitted = outputs.find(({ name }) => name === 'first-paint.js')
        // The start's texts, which are loaded by themselves, have its name too.
        const start = outputs.find(
          (output) => output.type === 'chunk' && output.name === 'start' && !output.isDynamicEntry,
        )
        if (emitted === undefined || start === undefined) {
          throw new Error('The build has no start, or no script of the first paint')
        }
        return [
          // The largest file: named first, it gets the connection that is open already.
          ahead('link', { rel: 'modulepreload', crossorigin: '', href: `/${start.fileName}` }),
          ahead('script', { src: `/${emitted.fileName}` }),
        ]
      },
    },
  }
}

function ahead(tag: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag, attrs, injectTo: 'head-prepend' }
}
