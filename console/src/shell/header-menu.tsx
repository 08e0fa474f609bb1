import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import classes from './header-menu.module.css'

/** A button of the header that opens a menu: a native popover, so Escape or a tap outside closes it. */
export function HeaderMenu(props: {
  name: string
  icon: ReactNode
  /** The subject of the menu, with a second line about it. */
  head?: string
  below?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  const move = (event: KeyboardEvent) => {
    const at = items().findIndex((item) => item.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      items()
        .at(to % items().length)
        ?.focus()
    } else if (event.key === 'Tab') {
      menu.current?.hidePopover()
    }
  }
  return (
    <div className={classes.anchor}>
      <button
        type="button"
        className={classes.button}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={props.name}
        title={props.name}
      >
        {props.icon}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={classes.popup}
        onToggle={(event) => event.newState === 'open' && items()[0]?.focus()}
      >
        {props.head !== undefined && (
          <p className={classes.head}>
            {props.head}
            {props.below !== undefined && <span>{props.below}</span>}
          </p>
        )}
        <div role="menu" tabIndex={-1} aria-label={props.name} onKeyDown={move}>
          {props.children}
        </div>
      </div>
    </div>
  )
}

/** One entry of a header menu; with `checked` it is one of a set of choices. */
export function HeaderMenuItem(props: {
  icon?: ReactNode
  checked?: boolean
  lang?: string
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      {...(props.checked === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemradio', 'aria-checked': props.checked })}
      lang={props.lang}
      className={classes.item}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        props.onChoose()
      }}
    >
      {props.icon}
      {props.children}
    </button>
  )
}
