import type { Plugin } from 'vite'

/** Each property runs this many times as often as it says: `VESTRY_PROPERTY_TIMES`. */
export const PROPERTY_TIMES = Number(process.env.VESTRY_PROPERTY_TIMES ?? 1)
/** The runs of a property that says nothing. */
const USUAL_RUNS = 100

/** Has every property of a test run so many times as often, whether it says how often or not. */
export function multiplyProperties(times: number): Plugin {
  return {
    name: 'multiply-properties',
    enforce: 'pre',
    transform(code, id) {
      const name = /\.test\.tsx?$/.test(id) && /import (?:\* as )?(\w+) from 'fast-check'/.exec(code)?.[1]
      if (!name || times === 1) {
        return undefined
      }
      const runs = code.replace(/\bnumRuns: ([\d_]+)/g, (_all, said: string) => `numRuns: ${times} * ${said}`)
      return { code: `${runs}\n${name}.configureGlobal({ numRuns: ${times * USUAL_RUNS} })\n`, map: null }
    },
  }
}
