import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useMessages } from '../../messages/use-messages.ts'
import { IconDots } from '../look/icons.ts'
import { useLinkState } from '../return-link.tsx'
import classes from './row-menu.module.css'

/**
 * An action on a row: a link if it has an address, otherwise a button. What it runs may resolve with true to say that
 * the row is gone.
 */
export type RowAction<Row> = {
  key: string
  title: string
  icon: ReactNode
  danger?: boolean
  /** Whether the row has the action; without this, every row has it. */
  when?: (row: Row) => boolean
  /** The main action of the row: on a phone, a button on its card. */
  primary?: boolean
  /** Rarely used: on a desktop it is in a menu at the end of the row. */
  overflow?: boolean
  to?: (row: Row) => string
  /** The state for the page that the link opens; usually the way back. */
  state?: (row: Row) => unknown
  run?: (row: Row) => Promise<boolean>
}

/**
 * About the width in rem of actions side by side, so that nothing moves when the rows are loaded: an icon each, and half
 * a rem for each letter of a name. A menu always holds an action that destroys, whose icon stands for its dots.
 */
export function roomOf<Row>(actions: readonly RowAction<Row>[]): number {
  return actions.reduce(
    (room, { danger, overflow, title }) => room + (danger ? 2.25 : overflow ? 0 : 2.25 + title.length / 2),
    1.25,
  )
}

type RowMenuProps<Row> = {
  row: Row
  name: string
  actions: readonly RowAction<Row>[]
  onRowGone: () => void
}

/**
 * The actions of a row: on a desktop side by side, with the overflow ones in a menu; on a phone all of them in a menu,
 * except the primary one, which is a button.
 */
export function RowMenu<Row>({ narrow, ...props }: RowMenuProps<Row> & { narrow: boolean }) {
  const actions = props.actions.filter((action) => action.when?.(props.row) !== false)
  if (narrow) {
    const primary = actions.filter((action) => action.primary === true)
    const others = actions.filter((action) => action.primary !== true)
    return (
      <>
        <span className={classes.compact}>{others.length > 0 && <Menu {...props} actions={others} />}</span>
        {primary.length > 0 && (
          <span className={classes.primary}>
            <Actions {...props} actions={primary} />
          </span>
        )}
      </>
    )
  }
  const overflow = actions.filter((action) => action.overflow === true)
  return (
    <span className={classes.inline}>
      <Actions {...props} actions={actions.filter((action) => action.overflow !== true)} />
      {overflow.length > 0 ? (
        <Menu {...props} actions={overflow} />
      ) : (
        props.actions.some((action) => action.overflow) && <span className={classes.noDots} />
      )}
    </span>
  )
}

function Actions<Row>(props: RowMenuProps<Row> & { role?: 'menuitem'; onChosen?: () => void }) {
  const { row, role, onChosen } = props
  const wayHere = useLinkState()
  return props.actions.map((action) => {
    const shared = {
      role,
      className: classes.action,
      'data-danger': action.danger || undefined,
      // The menu itself says whose actions it has.
      'aria-label': role === undefined ? `${action.title} ${props.name}` : undefined,
      title: role === undefined && action.danger ? action.title : undefined,
      tabIndex: role === undefined ? undefined : -1,
    }
    const choose = async () => {
      onChosen?.()
      if ((await action.run?.(row)) === true) {
        props.onRowGone()
      }
    }
    return action.to === undefined ? (
      <button key={action.key} type="button" {...shared} onClick={() => void choose()}>
        {action.icon}
        <span>{action.title}</span>
      </button>
    ) : (
      <Link
        key={action.key}
        to={action.to(row)}
        state={action.state?.(row) ?? wayHere}
        {...shared}
        onClick={() => void choose()}
      >
        {action.icon}
        <span>{action.title}</span>
      </Link>
    )
  })
}

/** A native popover: it is on top of everything, and Escape or a tap outside closes it. */
function Menu<Row>(props: RowMenuProps<Row>) {
  const { t } = useMessages()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  /** A list has many menus, and hardly one is opened: each is empty until then. */
  const [opened, setOpened] = useState(false)

  const place = () => {
    const from = button.current?.getBoundingClientRect()
    if (menu.current !== null && from !== undefined) {
      const roomBelow = window.innerHeight - from.bottom
      const below = roomBelow > 16 + props.actions.length * 46 || roomBelow > from.top
      menu.current.style.maxHeight = `${(below ? roomBelow : from.top) - 8}px`
      menu.current.style.right = `${document.documentElement.clientWidth - from.right}px`
      menu.current.style.top = below ? `${from.bottom + 4}px` : 'auto'
      menu.current.style.bottom = below ? 'auto' : `${window.innerHeight - from.top + 4}px`
    }
  }
  const move = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.findIndex((item) => item.matches(':focus'))
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      items.at(step % items.length)?.focus()
    }
    if (event.key === 'Tab') {
      menu.current?.hidePopover()
    }
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.dots}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={t('ui.table.actionsFor', { name: props.name })}
      >
        <IconDots size={20} aria-hidden />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        className={classes.menu}
        aria-label={t('ui.table.actionsFor', { name: props.name })}
        onBeforeToggle={() => {
          setOpened(true)
          place()
        }}
        onToggle={(event) => {
          if (event.newState === 'open') {
            menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
          }
        }}
        onKeyDown={move}
      >
        {opened && <Actions {...props} role="menuitem" onChosen={() => menu.current?.hidePopover()} />}
      </div>
    </>
  )
}
