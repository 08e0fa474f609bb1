import { Button } from '@mantine/core'
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { nameOfError } from '../auth/session-failures.ts'
import { useMessages } from '../messages/use-messages.ts'
import { failureSentence } from './account-failure.ts'
import classes from './account-page.module.css'
import { Failure } from './setting-form.tsx'

/** One group of rows, with a sentence about them. It takes its place on the page already while it loads. */
export function SettingsCard(props: {
  title: string
  about?: string | undefined
  query?: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  children: ReactNode
}) {
  const { t } = useMessages()
  const id = useId()
  const { query } = props
  const missing = query !== undefined && query.data === undefined
  return (
    <section className={classes.card} aria-labelledby={id} tabIndex={-1}>
      <h2 id={id}>{props.title}</h2>
      {!missing && props.about !== undefined && <p className={classes.hint}>{props.about}</p>}
      {!missing && props.children}
      {missing && query.error === null && <div className={classes.loading} aria-hidden />}
      {missing && query.error !== null && (
        <div className={classes.failed}>
          <Failure text={failureSentence(query.error)} />
          <Button variant="default" size="sm" onClick={() => void query.refetch()}>
            {t('ui.error.retry')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Loads what a card shows; it is asked for again by itself only if the connection failed. */
export function useSetting<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  return useQuery({
    ...options,
    retry: (failures, error) => failures < 2 && nameOfError(error) === 'NetworkError',
  })
}
