import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './dialog-frame.module.css'

/** A modal `<dialog>`: the browser keeps the focus inside and the page behind it inert. */
export function DialogFrame(props: {
  onEscape: (() => void) | undefined
  label?: string
  labelledBy?: string
  describedBy?: string | undefined
  role?: 'alertdialog'
  /** Shows nothing for the first moment. */
  late?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    // It has to be closed before it leaves the page, or the focus would not return to where it was.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${classes.frame} ${props.late === true ? classes.late : ''} ${props.className ?? ''}`}
      {...(props.onEscape === undefined && { closedby: 'none' })}
      role={props.role}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      onCancel={(event) => {
        event.preventDefault()
        props.onEscape?.()
      }}
    >
      {props.children}
    </dialog>
  )
}
