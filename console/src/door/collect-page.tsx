import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CODE_LENGTH } from '@vestry/contract/sunday-school/door-rules.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../api/call-api.ts'
import { useLostLine } from '../api/use-lost-line.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import classes from './collect-page.module.css'
import { findToCollect } from './door-calls.ts'
import { GiveBack } from './give-back.tsx'
import { ScanCode } from './scan-code.tsx'
import { useFirstFocus } from './use-first-focus.ts'

/** Where children are given back: their code, and then the adult who is there. */
export function CollectPage() {
  const { t } = useMessages()
  const lost = useLostLine()
  const [search, setSearch] = useSearchParams()
  const stay_id = Number(search.get('stay')) || undefined
  const [typed, setTyped] = useState('')
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const isWhole = code.length === CODE_LENGTH
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...findToCollect(stay_id === undefined ? { code } : { stay_id }),
    enabled: isWhole || stay_id !== undefined,
    retry: false,
  })
  const field = useFirstFocus()
  const next = () => {
    setTyped('')
    setSearch({}, { replace: true })
    requestAnimationFrame(() => field.current?.focus())
  }
  const isUnknown = error instanceof ApiError && (error.code === 'not_found' || error.status === 400)
  const asks = isWhole || stay_id !== undefined
  return (
    <>
      {stay_id === undefined && (
        <div className={classes.tools}>
          <TextInput
            ref={field}
            className={classes.code}
            size="xl"
            label={t('door.collect.code')}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            value={typed}
            // Longer ones are no codes, such as a family's card that was scanned.
            error={(code.length > CODE_LENGTH || (isWhole && isUnknown)) && t('door.collect.unknown')}
            description={lost && t('door.collect.lost')}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <ScanCode size="xl" onCode={setTyped} />
        </div>
      )}
      {stay_id !== undefined && (
        <Button variant="default" onClick={next}>
          {t('door.collect.byCode')}
        </Button>
      )}
      {asks && error !== null && !isUnknown && !isFetching && (
        <ErrorBox
          message={t('door.failed')}
          detail={error.message}
          failure={error}
          onRetry={() => refetch()}
        />
      )}
      {stay_id !== undefined && isUnknown && <p role="status">{t('door.collect.gone')}</p>}
      {/* Never the children of another code. */}
      {asks && data !== undefined && !isPlaceholderData && (
        <GiveBack
          key={stay_id ?? code}
          of={data}
          code={stay_id === undefined ? code : undefined}
          onNext={next}
        />
      )}
    </>
  )
}
