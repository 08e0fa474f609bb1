import type { Plugin } from 'vite'
import { findGroup } from './find-group.ts'

/** Chromium heeds it at the head of a file; other browsers take it for a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Has the browser compile all functions of a file beside the page's thread while the file comes, and not each at its
 * first call, which holds the page up. That pays for code of which most is called at once.
 */
export function compileAtOnce(group: string): Plugin {
  return {
    name: 'vestry:compile-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite puts what a file loads before its code.
      order: 'post',
      handler(_options, bundle) {
        const chunk = findGroup(bundle, group)
        chunk.code = HINT + chunk.code
      },
    },
  }
}
