import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import classes from './drop-area.module.css'

/**
 * Accepts files by browsing or dropping, without checking them. The button has `id`, so that a label and the focus find
 * it.
 */
export function DropArea(props: {
  id: string
  /** What may be chosen, in the form of `<input accept>`. */
  accept: string
  /** Whether several files may be chosen at once. */
  multiple?: true
  disabled: boolean
  invalid: boolean
  labelledBy: string
  describedBy: string | undefined
  onFiles: (files: readonly File[]) => void
  /** Handles what is dropped, where that may be more than files. */
  onDrop?: (dropped: DataTransfer) => void
  onBlur: () => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const accepts = !props.disabled
  return (
    <>
      <UnstyledButton
        id={props.id}
        className={classes.area}
        data-over={over || undefined}
        disabled={props.disabled}
        aria-labelledby={`${props.labelledBy} ${props.id}`}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        onClick={() => input.current?.click()}
        onBlur={props.onBlur}
        onDragOver={(event) => {
          if (accepts && event.dataTransfer.types.includes('Files')) {
            event.preventDefault()
            setOver(true)
          }
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          if (accepts) {
            if (props.onDrop === undefined) {
              props.onFiles([...event.dataTransfer.files])
            } else {
              props.onDrop(event.dataTransfer)
            }
          }
        }}
      >
        {props.children}
      </UnstyledButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple={props.multiple}
        accept={props.accept}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // The same file can be chosen again only when the input has forgotten the first choice.
          event.currentTarget.value = ''
          if (files.length > 0) {
            props.onFiles(files)
          }
        }}
      />
    </>
  )
}
