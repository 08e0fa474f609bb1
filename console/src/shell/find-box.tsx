import { CloseButton } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { fetchCode } from '../api/fetch-code.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { loadMessages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialogs/dialog-frame.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { SearchInput } from '../ui/list/search-input.tsx'
import type { AppRoute } from './app-route.ts'
import type { FindAnswer, FindInput } from './find-answer.tsx'
import classes from './find-box.module.css'

const KEYS = ['ArrowDown', 'ArrowUp', 'Enter']
let Answer: typeof FindAnswer | undefined

/** Loads the code that finds results for the text in the box. */
export async function loadFindAnswer(): Promise<void> {
  const [code] = await fetchCode(() => Promise.all([import('./find-answer.tsx'), loadMessages('find')]))
  Answer = code.FindAnswer
}

/**
 * Finds anything. The box is there at once and keeps the focus; until the code for the results has loaded, the typed
 * text waits.
 */
export function FindBox({ routes, onClose }: { routes: readonly AppRoute[]; onClose: () => void }) {
  const { t } = useMessages()
  const own = useOwnRole()
  const listId = useId()
  const [input, setInput] = useState<FindInput>({ text: '' })
  const [current, setCurrent] = useState<string>()
  // Undefined while it is loading.
  const [failed, setFailed] = useState<boolean>()
  useEffect(() => {
    loadFindAnswer().then(
      () => setFailed(false),
      () => setFailed(true),
    )
  }, [])
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey } = event
    if (KEYS.includes(key) && !event.nativeEvent.isComposing) {
      event.preventDefault()
      setInput((before) => ({ ...before, pressed: { key, ctrlKey, metaKey, shiftKey } }))
    }
  }
  return (
    <DialogFrame className={classes.find} label={t('shell.find.title')} onEscape={onClose}>
      <div className={classes.head}>
        <SearchInput
          data-first-focus
          className={classes.box}
          size="md"
          role="combobox"
          aria-label={t('shell.find.title')}
          aria-expanded={current !== undefined}
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={current}
          placeholder={Answer && t(own.may('administer') ? 'find.placeholder.admins' : 'find.placeholder')}
          value={input.text}
          onClear={() => setInput({ text: '' })}
          onChange={(event) => setInput({ text: event.currentTarget.value })}
          onKeyDown={press}
        />
        <CloseButton size="lg" aria-label={t('ui.notice.close')} onClick={onClose} />
      </div>
      {Answer && (
        <Answer
          routes={routes}
          input={input}
          onAnswered={setInput}
          listId={listId}
          onCurrent={setCurrent}
          onClose={onClose}
        />
      )}
      {/* A browser asks only once for code that could not be loaded. */}
      {failed && (
        <div className={classes.failed}>
          <ErrorBox message={t('data.offline')} onRetry={() => location.reload()} />
        </div>
      )}
    </DialogFrame>
  )
}
