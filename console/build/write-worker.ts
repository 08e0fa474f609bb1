import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { paths } from '../src/paths.ts'
import { bundleScript } from './bundle-script.ts'
import { reachable } from './size-budget.ts'

const FOLDER = fileURLToPath(new URL('../src/worker/', import.meta.url))
const FIRST_PAINT = 'first-paint.js'

/**
 * Writes `worker.js`, the service worker, which keeps from the start the files that hold these modules, and
 * `no-worker.js`, which is served in its place to remove it. A change of any file changes the worker, so that browsers
 * learn of the build.
 */
export function offlineWorker(modules: readonly string[]): Plugin {
  return {
    name: 'vestry:offline-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const start = Object.values(bundle).find(
        (output) => output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith('/src/start.tsx')),
      )
      const firstPaint = Object.values(bundle).find(({ name }) => name === FIRST_PAINT)
      const files = [
        ...reachable(bundle, modules),
        ...(firstPaint === undefined ? [] : [firstPaint.fileName]),
      ]
      const page = bundle['index.html']
      const whole = [...Object.keys(bundle).sort(), page?.type === 'asset' ? page.source : '']
      const build = {
        id: createHash('sha256').update(whole.join('\n')).digest('base64url').slice(0, 8),
        start: `/${start?.fileName}`,
        files: files.map((file) => `/${file}`),
        pages: [...new Set(Object.values(paths).flatMap(firstStep))],
      }
      for (const [fileName, define] of [
        ['worker', { BUILD: JSON.stringify(build) }],
        ['no-worker', {}],
      ] as const) {
        const source = await bundleScript(`${FOLDER}${fileName}.ts`, define)
        this.emitFile({ type: 'asset', fileName: `${fileName}.js`, source })
      }
    },
  }
}

/** The first step of an address; those that are made of a record have the same as others. */
function firstStep(path: string | object): string[] {
  return typeof path === 'string' ? [path.split(/[/?]/)[1] ?? ''] : []
}
