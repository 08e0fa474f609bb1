import type { Plugin } from 'vite'

/** Chromium heeds it at the head of a file; other browsers take it for a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Has the browser compile all functions of a file beside the page's thread while the file comes, and not each at its
 * first call, which holds the page up. That pays for code of which most is called at once.
 */
export function compileAtOnce(chunk: string): Plugin {
  return {
    name: 'vestry:compile-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite puts what a file loads before its code.
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && output.name === chunk && !output.isDynamicEntry) {
            output.code = HINT + output.code
          }
        }
      },
    },
  }
}
