export type TableProblem =
  | 'too_large'
  | 'too_large_inside'
  | 'too_many'
  | 'too_wide'
  | 'too_slow'
  | 'empty'
  | 'old_excel'
  | 'unreadable'

export class TableError extends Error {
  override readonly name = 'TableError'
  readonly problem: TableProblem

  constructor(problem: TableProblem) {
    super(problem)
    this.problem = problem
  }
}
