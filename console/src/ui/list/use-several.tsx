import { Button } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'
import { t } from '../../messages/messages.ts'
import { showNotice } from '../dialogs/dialogs.ts'
import type { Rows } from '../print/print-list.ts'
import type { ListState } from './list-address.ts'
import type { Column } from './list-table.tsx'

/** The selected rows by their keys: those of this page of the list, and of others. */
export type Selected<Row> = ReadonlyMap<string, Row>

type Rules<Row> = {
  /** How many may be selected at once. */
  most: number
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
}

/** What a list draws while somebody selects rows of it. */
export type SelectionCode<Row> = {
  tickColumn: (several: Several<Row>) => Column<Row, never>
  Actions: ComponentType<SelectionProps<Row>>
}

export type SelectionProps<Row> = {
  several: Several<Row>
  /** The page of the list that is on the screen. */
  shown: Rows<Row> | undefined
  /** What is listed, and how other rows of it are loaded. */
  state: ListState
  fetchRows: (slice: ListState, limit: number) => Promise<Rows<Row>>
  /** Has the selected rows printed instead of those on the screen. */
  loadRest: (() => Promise<void>) | undefined
}

export type Several<Row> = Rules<Row> & {
  /** Absent while nobody selects. */
  code: SelectionCode<Row> | null | undefined
  selected: Selected<Row>
  onSelect: (change: (now: Selected<Row>) => Selected<Row>) => void
  /** Begins it. */
  button: ReactNode
  onDone: () => void
}

/** The selecting of several rows of a list, whose code is loaded when somebody begins to. */
export function useSeveral<Row>(
  title: string,
  load: () => Promise<SelectionCode<Row>>,
  rules: Rules<Row>,
): Several<Row> {
  /** Null once it is over: the focus then returns to the button that began it. */
  const [code, setCode] = useState<SelectionCode<Row> | null>()
  const [selected, onSelect] = useState<Selected<Row>>(new Map())
  return {
    ...rules,
    code,
    selected,
    onSelect,
    button: !code && (
      <Button
        ref={code === null ? focus : null}
        variant="default"
        onClick={() => void load().then(setCode, () => showNotice({ message: t('data.offline') }))}
      >
        {title}
      </Button>
    ),
    onDone: () => {
      setCode(null)
      onSelect(new Map())
    },
  }
}

function focus(button: HTMLElement | null): void {
  button?.focus()
}
