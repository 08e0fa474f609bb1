export type Level = 'fault' | 'warning' | 'ok'

/** One thing that was checked: what was found, and what to do about it unless all is well. */
export type Finding = { about: string; level: Level; what: string; todo?: string }

/** Findings about one thing, in the order in which they were made. */
export function collectFindings(about: string) {
  const findings: Finding[] = []
  return {
    findings,
    ok: (what: string) => void findings.push({ about, level: 'ok', what }),
    warn: (what: string, todo: string) => void findings.push({ about, level: 'warning', what, todo }),
    fault: (what: string, todo: string) => void findings.push({ about, level: 'fault', what, todo }),
  }
}

/** Some of many names, so that the list stays one line. */
export function someOf(names: readonly string[]): string {
  const rest = names.length - 5
  return names.slice(0, 5).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
