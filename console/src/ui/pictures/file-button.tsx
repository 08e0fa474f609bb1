import { Button } from '@mantine/core'
import { useRef } from 'react'
import type { Icon } from '../look/draw-icon.tsx'

/** Asks for a picture; with `camera`, lets the person take one. */
export function FileButton(props: {
  id?: string
  label: string
  icon?: Icon
  camera?: boolean
  disabled?: boolean
  onFile: (file: File) => void
}) {
  const { icon: Drawn, disabled = false } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        id={props.id}
        variant="default"
        leftSection={Drawn && <Drawn size={16} aria-hidden />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {props.label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        {...(props.camera && { capture: 'environment' })}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // The same file can be chosen again only when the input has forgotten the first choice.
          event.currentTarget.value = ''
          if (file) {
            props.onFile(file)
          }
        }}
      />
    </>
  )
}
