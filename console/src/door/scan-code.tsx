import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { CodeCamera } from '../ui/camera/code-camera.tsx'
import { hasCamera } from '../ui/camera/read-codes.ts'
import classes from './scan-code.module.css'

/** Reads a QR code with the device's camera, whose picture is below the line in which the button stands. */
export function ScanCode({ size, onCode }: { size: 'lg' | 'xl'; onCode: (text: string) => void }) {
  const { t } = useMessages()
  const [open, setOpen] = useState(false)
  if (!hasCamera()) {
    return null
  }
  return (
    <>
      <Button variant="default" size={size} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'door.camera.stop' : 'door.camera')}
      </Button>
      {open && (
        <div className={classes.camera}>
          <CodeCamera
            facing="environment"
            texts={{ aim: t('door.camera.aim'), refused: t('door.camera.refused') }}
            onCode={(text) => {
              setOpen(false)
              onCode(text)
            }}
          />
        </div>
      )}
    </>
  )
}
