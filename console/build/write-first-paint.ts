import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'

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
        response.end(await writeScript())
      })
    },
    async buildStart() {
      if (this.environment.mode === 'build') {
        this.emitFile({ type: 'asset', name: 'first-paint.js', source: await writeScript() })
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const emitted = Object.values(context.bundle ?? {}).find((output) => output.name === 'first-paint.js')
        const src = emitted === undefined ? DEV_PATH : `/${emitted.fileName}`
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }]
      },
    },
  }
}

async function writeScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: SOURCE,
        output: { format: 'iife' },
        // Of a module only what is used is taken.
        treeshake: { moduleSideEffects: (id) => id === SOURCE },
      },
    },
  })
  const { output } = [built].flat()[0] as Rollup.RollupOutput
  return output[0].code
}
