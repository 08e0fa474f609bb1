import { fileURLToPath } from 'node:url'
import { icons } from '@iconify-json/tabler'
import type { Plugin } from 'vite'

const PREFIX = '\0virtual:icon/'
const DRAW = fileURLToPath(new URL('../src/ui/look/draw-icon.tsx', import.meta.url))
const LINES = /\bd="([^"]+)"/g

/** Serves each of Tabler's icons as a component: `virtual:icon/pencil`. */
export function drawIcons(): Plugin {
  return {
    name: 'vestry:draw-icons',
    resolveId: (id) => (id.startsWith(PREFIX.slice(1)) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(PREFIX)) {
        return null
      }
      const name = id.slice(PREFIX.length)
      const icon = icons.icons[name]
      if (icon === undefined) {
        throw new Error(`There is no icon ${name}`)
      }
      // When lines are joined to one, each still begins where it says, not where the one before ended.
      const line = [...icon.body.matchAll(LINES)].map(([, d = '']) => d.replace(/^m/, 'M0 0m')).join('')
      return `import { drawIcon } from ${JSON.stringify(DRAW)}
        export default /* @__PURE__ */ drawIcon(${JSON.stringify(line)})`
    },
  }
}
