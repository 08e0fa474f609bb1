import type { Rollup } from 'vite'

/** The chunk of one of the build's groups; the texts of a page, loaded by themselves, may have the same name. */
export function findGroup(bundle: Rollup.OutputBundle, name: string): Rollup.OutputChunk {
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.name === name && !output.isDynamicEntry) {
      return output
    }
  }
  throw new Error(`The build has no chunk ${name}`)
}
