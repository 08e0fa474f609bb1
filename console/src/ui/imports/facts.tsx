import type { ReactNode } from 'react'
import type { Icon } from '../look/draw-icon.tsx'
import { IconChevronDown } from '../look/icons.ts'
import classes from './facts.module.css'

/** Something that was understood, in a sentence. */
export type Fact<Key extends string> = {
  key: Key
  icon: Icon
  sentence: string
  /** What is worth a look, or what more there is to say. */
  note?: string | undefined
  /** Whether it is about something that can't be imported or is in doubt. */
  isDoubtful?: boolean
  /** Whether there is nothing more to show of it. */
  isAll?: boolean
}

/** What was understood, a sentence each, of which one at a time is open and shows what it is about. */
export function Facts<Key extends string>(props: {
  facts: readonly Fact<Key>[]
  shown: Key | undefined
  onShow: (shown: Key | undefined) => void
  /** What the open one shows. */
  children: ReactNode
}) {
  const { shown, onShow } = props
  return (
    <ul className={classes.facts}>
      {props.facts.map((fact) => {
        const isShown = fact.key === shown
        return (
          <li key={fact.key} data-doubtful={fact.isDoubtful || undefined}>
            {fact.isAll === true ? (
              <div className={classes.fact}>
                <Sentence fact={fact} />
              </div>
            ) : (
              <>
                <button
                  type="button"
                  className={classes.fact}
                  aria-expanded={isShown}
                  onClick={() => onShow(isShown ? undefined : fact.key)}
                >
                  <Sentence fact={fact} />
                  <IconChevronDown className={classes.arrow} size={16} aria-hidden />
                </button>
                {isShown && <div className={classes.about}>{props.children}</div>}
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Sentence({ fact: { icon: Drawn, sentence, note } }: { fact: Fact<string> }) {
  return (
    <>
      <Drawn className={classes.icon} size={18} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <span>{sentence}</span>
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </span>
    </>
  )
}
