import { Button } from '@mantine/core'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { showNotice } from '../dialogs/dialogs.ts'
import type { Rows } from '../print/print-list.ts'
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
  /** The first rows of all pages. */
  fetchAll: (most: number) => Promise<readonly Row[]>
  /** Has the selected rows printed instead of those on the screen. */
  loadRest: (() => Promise<void>) | undefined
}

export type Several<Row> = Rules<Row> & {
  /** Absent while nobody selects. */
  code: SelectionCode<Row> | undefined
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
  const { t } = useMessages()
  const [code, setCode] = useState<SelectionCode<Row>>()
  const [selected, onSelect] = useState<Selected<Row>>(new Map())
  /** Whether the focus should return to the button that began it. */
  const ended = useRef(false)
  return {
    ...rules,
    code,
    selected,
    onSelect,
    button: code === undefined && (
      <Button
        ref={(button) => {
          if (ended.current) {
            ended.current = false
            button?.focus()
          }
        }}
        variant="default"
        onClick={() => void load().then(setCode, () => showNotice({ message: t('data.offline') }))}
      >
        {title}
      </Button>
    ),
    onDone: () => {
      ended.current = true
      setCode(undefined)
      onSelect(new Map())
    },
  }
}
