import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const CORE = dirname(dirname(fileURLToPath(import.meta.resolve('@mantine/core'))))
const VARIABLES = /\/@mantine\/core\/esm\/.+\/MantineCssVariables\.mjs$/
const IMPORT = /import\s+(?!type\b)\{([^}]*)\}\s+from\s+['"]@mantine\/core['"]/g

/**
 * Adds to every module of ours the stylesheets of the kit's components that it imports, beginning with those of the
 * components they consist of. So no component can appear unstyled, and no unused style is loaded.
 */
export function mantineStyles(): Plugin {
  const files = exportedFiles()
  return {
    name: 'vestry:mantine-styles',
    enforce: 'pre',
    load(id) {
      // The kit's variables are in a style sheet (theme-css.ts): nothing has to write them in the browser.
      return VARIABLES.test(id) ? 'export const MantineCssVariables = () => null' : null
    },
    transform(code, id) {
      if (id.includes('/node_modules/') || !/\.tsx?$/.test(id)) {
        return null
      }
      const styles = new Set<string>()
      const seen = new Set<string>()
      for (const [, names = ''] of code.matchAll(IMPORT)) {
        for (const name of names.split(',').map((part) => part.trim().split(/\s/)[0] ?? '')) {
          const file = files.get(name)
          if (file !== undefined) {
            collectStyles(file, styles, seen)
          }
        }
      }
      const imports = [...styles].map((name) => `import '@mantine/core/styles/${name}.css';`)
      return imports.length === 0 ? null : { code: imports.join('') + code, map: null }
    },
  }
}

/** The file of the kit that defines an exported component. */
function exportedFiles(): Map<string, string> {
  const entry = resolve(CORE, 'esm/index.mjs')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(entry, 'utf8').matchAll(
    /import \{([^}]*)\} from "(\.\/components\/[^"]+)"/g,
  )) {
    for (const name of names.split(',')) {
      files.set(name.trim(), resolve(dirname(entry), file))
    }
  }
  return files
}

function collectStyles(file: string, styles: Set<string>, seen: Set<string>): void {
  if (seen.has(file)) {
    return
  }
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  const imported = [...source.matchAll(/from "(\.[^"]+)"/g)].map(([, path = '']) =>
    resolve(dirname(file), path),
  )
  for (const path of imported.filter((candidate) => /\/(components|utils)\//.test(candidate))) {
    const name = /([^/]+)\.module\.mjs$/.exec(path)?.[1]
    if (name === undefined) {
      collectStyles(path, styles, seen)
    }
  }
  for (const path of imported) {
    const name = /([^/]+)\.module\.mjs$/.exec(path)?.[1]
    if (name !== undefined && existsSync(resolve(CORE, `styles/${name}.css`))) {
      styles.add(name)
    }
  }
}
