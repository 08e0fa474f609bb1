const MINUTE = 60_000
/** How many lines of one network are written in a minute: of requests that were refused, and of all. */
const MAX_LINES = { refused: 300, all: 6000 }
/** How many networks are counted separately in a minute; those that come later are counted together. */
const MAX_NETWORKS = 1000
const OTHERS = 'others'

type Written = { refused: number; all: number; leftOut: number }

/**
 * Decides which requests get a line, so that a flood neither fills the disk nor hides the lines of others. At the first
 * request after a minute, or at the end, `onLeftOut` is called with how many lines of a network were left out.
 */
export function sampleLogLines(now: () => number, onLeftOut: (network: string, leftOut: number) => void) {
  let written = new Map<string, Written>()
  let end = 0

  function finish() {
    for (const [network, { leftOut }] of written) {
      if (leftOut > 0) {
        onLeftOut(network, leftOut)
      }
    }
    written = new Map()
  }

  return {
    isWritten(network: string, refused: boolean): boolean {
      if (now() >= end) {
        finish()
        end = now() + MINUTE
      }
      const name = written.has(network) || written.size < MAX_NETWORKS ? network : OTHERS
      const lines = written.get(name) ?? { refused: 0, all: 0, leftOut: 0 }
      written.set(name, lines)
      if (lines.all >= MAX_LINES.all || (refused && lines.refused >= MAX_LINES.refused)) {
        lines.leftOut += 1
        return false
      }
      lines.all += 1
      lines.refused += refused ? 1 : 0
      return true
    },
    finish,
  }
}
