import type { Plugin } from 'vite'

/**
 * Runs before the first paint, so it must be small and blocking: it gives the page the remembered theme, or the
 * system's. It is a file of its own because the policy forbids inline scripts.
 */
const SCRIPT = `(function () {
  var chosen = null
  try { chosen = localStorage.getItem('vestry.theme') } catch (_) { chosen = null }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
`
const DEV_PATH = '/first-paint.js'

export function firstPaint(): Plugin {
  return {
    name: 'vestry:first-paint',
    configureServer(server) {
      server.middlewares.use(DEV_PATH, (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript')
        response.end(SCRIPT)
      })
    },
    buildStart() {
      if (this.environment.mode === 'build') {
        this.emitFile({ type: 'asset', name: 'first-paint.js', source: SCRIPT })
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
