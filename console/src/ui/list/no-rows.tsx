import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { ErrorBox } from '../error-box.tsx'
import { focusPage } from '../focus-page.ts'
import { isHopeless } from '../is-hopeless.ts'
import { IconSearch } from '../look/icons.ts'
import { ListNotice } from './list-notice.tsx'

/** The text and the action for a list without any rows at all. */
export type EmptyList = { icon: ReactNode; title: string; text: string; action?: ReactNode }

/** Shown in place of a list's rows: says why they could not be loaded or that there are none, and offers what helps. */
export function NoRows(props: {
  error: Error | null
  failed: string
  onRetry: () => void
  empty: EmptyList
  /** The filters of the list, in words; nothing if it isn't filtered. */
  filteredBy: readonly string[]
  /** The verb for showing the whole list again. */
  clear: string
  /** Absent if it would change nothing. */
  onClear: (() => void) | undefined
}) {
  const { t } = useMessages()
  const { error, empty, filteredBy, onClear } = props
  const clear = () => {
    focusPage()
    onClear?.()
  }
  if (error !== null) {
    return (
      <ErrorBox
        message={props.failed}
        detail={error.message}
        failure={error}
        onRetry={props.onRetry}
        wayOut={
          isHopeless(error) &&
          onClear && (
            <Button variant="default" size="sm" onClick={clear}>
              {t('ui.list.clear')}
            </Button>
          )
        }
      />
    )
  }
  if (filteredBy.length === 0) {
    return (
      <ListNotice icon={empty.icon} title={empty.title} text={empty.text}>
        {empty.action}
      </ListNotice>
    )
  }
  return (
    <ListNotice
      icon={<IconSearch size={32} stroke={1.5} aria-hidden />}
      title={empty.title}
      text={t('ui.list.nothing', { what: filteredBy.join(', ') })}
    >
      <Button variant="default" onClick={clear}>
        {props.clear}
      </Button>
    </ListNotice>
  )
}
