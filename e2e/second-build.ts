import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const DIST = join(import.meta.dirname, '..', 'console', 'dist')
const HASHED = /^(.+-)([\w-]{7,8})(\.(?:js|css))$/

const reverseHash = (_name: string, begin: string, hash: string, end: string) =>
  begin + hash.split('').reverse().join('') + end

/**
 * Copies the console's build into a folder below `parent` as the next version would be: each file has another name, the
 * worker another id, and the text `before` is `after`.
 */
export function makeSecondBuild(parent: string, before: string, after: string): string {
  const folder = mkdtempSync(join(parent, 'build-'))
  const names = readdirSync(join(DIST, 'assets')).filter((name) => HASHED.test(name))
  const renamed = new Map(names.map((name) => [name, name.replace(HASHED, reverseHash)]))
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  for (const path of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
    const text = /\.(js|css|html|json)$/.test(path)
    if (text || /\.(svg|png|webmanifest)$/.test(path)) {
      const target = join(
        folder,
        path.replace(anyName, (name) => renamed.get(name) ?? name),
      )
      mkdirSync(dirname(target), { recursive: true })
      if (text) {
        const content = readFileSync(join(DIST, path), 'utf8')
          .replace(anyName, (name) => renamed.get(name) ?? name)
          .replaceAll(before, after)
        writeFileSync(target, path === 'worker.js' ? content.replace(/id:`[^`]*`/, 'id:`SECOND00`') : content)
      } else {
        copyFileSync(join(DIST, path), target)
      }
    }
  }
  return folder
}
