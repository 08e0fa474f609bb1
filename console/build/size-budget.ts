import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

/** The most that one entry into the console may weigh, gzipped, in bytes. */
export type Budget = {
  name: string
  /** Modules, by the end of their path; their chunks and everything that these import statically are counted. */
  modules: string[]
  js?: number
  css?: number
  /** Modules whose chunks are already loaded then, and so don't count. */
  after?: string[]
}

/** Prints the weight of each entry into the console, and fails the build if one weighs more than it may. */
export function sizeBudget(budgets: readonly Budget[]): Plugin {
  return {
    name: 'vestry:size-budget',
    apply: 'build',
    enforce: 'post',
    writeBundle(_options, bundle) {
      const broken: string[] = []
      for (const budget of budgets) {
        const before = budget.after === undefined ? new Set<string>() : reachable(bundle, budget.after)
        const files = [...reachable(bundle, budget.modules)].filter((file) => !before.has(file))
        const js = weigh(bundle, files, '.js')
        const css = weigh(bundle, files, '.css')
        this.info(`${budget.name}: ${kilobytes(js)} of JavaScript, ${kilobytes(css)} of CSS, gzipped`)
        if (js > (budget.js ?? Number.POSITIVE_INFINITY) || css > (budget.css ?? Number.POSITIVE_INFINITY)) {
          broken.push(
            `${budget.name} weighs ${kilobytes(js)} of JavaScript and ${kilobytes(css)} of CSS, ` +
              `and may weigh ${kilobytes(budget.js)} and ${kilobytes(budget.css)}`,
          )
        }
      }
      if (broken.length > 0) {
        this.error(broken.join('\n'))
      }
    },
  }
}

/** The files of the chunks that hold these modules, and all that these import statically. */
export function reachable(bundle: Rollup.OutputBundle, modules: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || found.has(name)) {
      return
    }
    found.add(name)
    for (const css of chunk.viteMetadata?.importedCss ?? []) {
      found.add(css)
    }
    chunk.imports.forEach(visit)
  }
  for (const module of modules) {
    const holder = Object.values(bundle).find(
      (output) => output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(module)),
    )
    if (holder === undefined) {
      throw new Error(`${module} is in no chunk of the build`)
    }
    visit(holder.fileName)
  }
  return found
}

function weigh(bundle: Rollup.OutputBundle, files: readonly string[], extension: string): number {
  return files
    .filter((file) => file.endsWith(extension))
    .map((file) => {
      const output = bundle[file]
      return output?.type === 'chunk' ? output.code : (output?.source ?? '')
    })
    .reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0)
}

function kilobytes(bytes = Number.POSITIVE_INFINITY): string {
  return Number.isFinite(bytes) ? `${(bytes / 1000).toFixed(3)} kB` : 'any amount'
}
