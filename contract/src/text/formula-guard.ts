/** A run of what may come before a sign that begins a formula: white space, signs that nobody sees, our own apostrophes. */
const RUNS = /[\s\p{Cf}']+|(?<=^|;)(?=[=+\-@＝＋－＠])/gu
/** What a spreadsheet takes for a formula at the beginning of a cell. */
const FORMULA = /[=+\-@＝＋－＠]/
/** A cell may begin after these, also in a language that separates cells with semicolons. */
const CELL_ENDS = /[;\t\r\n]/

/** A text with an apostrophe before whatever looks like a formula: a spreadsheet shows it and does not calculate it. */
export function guardFormulas(text: string): string {
  return replaceRuns(text, (run, at, formulaFrom) =>
    at <= formulaFrom ? `'${run[at] ?? ''}` : (run[at] ?? ''),
  )
}

/** The text that `guardFormulas` was given. */
export function unguardFormulas(text: string): string {
  return replaceRuns(text, (run, at, formulaFrom) =>
    run[at] === "'" && at < formulaFrom ? '' : (run[at] ?? ''),
  )
}

/**
 * Puts something else where a cell may begin. `formulaFrom` is the last place of the run up to which all of it leads to
 * a formula: a tab and a carriage return count as the sign of one.
 */
function replaceRuns(text: string, of: (run: string, at: number, formulaFrom: number) => string): string {
  return text.replace(RUNS, (run: string, start: number) => {
    const isFormula = FORMULA.test(text[start + run.length] ?? '')
    const formulaFrom = isFormula ? run.length : Math.max(run.lastIndexOf('\t'), run.lastIndexOf('\r'))
    let replaced = ''
    for (let at = 0; at <= run.length; at += 1) {
      const before = at === 0 ? (text[start - 1] ?? ';') : (run[at - 1] ?? '')
      replaced += CELL_ENDS.test(before) ? of(run, at, formulaFrom) : (run[at] ?? '')
    }
    return replaced
  })
}
