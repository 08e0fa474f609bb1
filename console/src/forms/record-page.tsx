import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorBox } from '../ui/error-box.tsx'
import { isHopeless, notLoadedMessage } from '../ui/is-hopeless.ts'
import { FormSkeleton } from './form-frame.tsx'

type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
type DataOf<Queries> = { [Name in keyof Queries]: Queries[Name] extends Query<infer Data> ? Data : never }

/**
 * Waits for a record and for the choices of its form, and says what failed. Trying again doesn't help if the record
 * does not exist: then there is a link back to the list.
 */
export function LoadedRecord<Loaded, Choices extends Record<string, Query<unknown>>>(props: {
  /** Absent for a new record. */
  record: Query<Loaded> | undefined
  choices: Choices
  /** The messages if the record or the choices could not be loaded. */
  failed: { record: string; choices: string }
  toList: { label: string; to: string }
  /** The height of each field, in pixels. */
  heights: readonly number[]
  children: (record: Loaded | undefined, choices: DataOf<Choices>) => ReactNode
}) {
  const { record, failed } = props
  if (record !== undefined && record.error !== null && record.data === undefined) {
    return (
      <NotLoaded
        message={failed.record}
        failure={record.error}
        toList={props.toList}
        onRetry={isHopeless(record.error) ? undefined : () => record.refetch()}
      />
    )
  }
  const choices = Object.entries(props.choices)
  const missing = choices.map(([, query]) => query).filter(({ data }) => data === undefined)
  const failure = missing.map(({ error }) => error).find((error) => error !== null)
  if (failure != null) {
    return (
      <NotLoaded
        message={failed.choices}
        failure={failure}
        toList={props.toList}
        onRetry={() => Promise.all(missing.map(({ refetch }) => refetch()))}
      />
    )
  }
  if (missing.length > 0 || (record !== undefined && record.data === undefined)) {
    return <FormSkeleton heights={props.heights} />
  }
  const loaded = Object.fromEntries(choices.map(([name, { data }]) => [name, data]))
  return props.children(record?.data, loaded as DataOf<Choices>)
}

/**
 * Says that a record could not be loaded; without `onRetry`, trying again is pointless, and a link leads back to the
 * list.
 */
export function NotLoaded(props: {
  message: string
  failure?: Error
  toList: { label: string; to: string }
  onRetry?: (() => void) | undefined
}) {
  const { failure, onRetry } = props
  return (
    <ErrorBox
      message={props.message}
      detail={failure && notLoadedMessage(failure)}
      failure={failure}
      onRetry={onRetry ?? (() => undefined)}
      wayOut={
        onRetry === undefined && (
          <Button variant="default" size="sm" component={Link} to={props.toList.to}>
            {props.toList.label}
          </Button>
        )
      }
    />
  )
}
