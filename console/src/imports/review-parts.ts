import type { ReactNode } from 'react'
import type { Fact } from '../ui/imports/facts.tsx'

/** What an import says of its file, whatever is in it. */
export type ReviewParts = {
  title: string
  /** What is asked besides the questions about the file itself. */
  questions: ReactNode
  facts: readonly Fact<string>[]
  /** The fact that is open at first. */
  first: string | undefined
  about: (shown: string | undefined) => ReactNode
  /** The button that imports. */
  lead: ReactNode
}
