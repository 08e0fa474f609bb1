import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { IconPrinter } from '../look/icons.ts'
import { whenIdle } from '../when-idle.ts'
import { printing } from './printed-rows.ts'

/**
 * Prints a list once all of its rows are there; the browser's keys for printing do the same. `loadRest` loads the
 * missing rows and resolves once they are rendered; it is absent if nothing is missing.
 */
export function PrintButton({ loadRest }: { loadRest: (() => Promise<void>) | undefined }) {
  const { t } = useMessages()
  const busy = useRef(false)
  const latest = useRef(loadRest)
  useEffect(() => {
    latest.current = loadRest
  })
  const print = useRef(async () => {
    if (!busy.current) {
      busy.current = true
      try {
        await (await printing.insist()).printList(latest.current)
      } finally {
        busy.current = false
      }
    }
  }).current
  useEffect(() => whenIdle(() => void printing.preload().catch(() => undefined)), [])
  useEffect(() => {
    const instead = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() === 'p' && ctrlKey !== metaKey && !altKey && !shiftKey) {
        event.preventDefault()
        void print()
      }
    }
    document.addEventListener('keydown', instead)
    return () => document.removeEventListener('keydown', instead)
  }, [print])
  return (
    <Button
      variant="default"
      px="xs"
      aria-label={t('ui.print.list')}
      title={t('ui.print.list')}
      onClick={() => void print()}
    >
      <IconPrinter size={18} stroke={1.75} aria-hidden />
    </Button>
  )
}
