import { AUDIT_KINDS, type RecordName, readRecordName } from '@vestry/contract/rules/audit-kinds.ts'
import { useRef } from 'react'
import type { SearchBox } from '../ui/list/list-search.tsx'
import { queryNow, useAddressQuery } from '../ui/list/use-address-query.ts'
import type { AuditCriteria } from './audit-calls.ts'

const NAMES = ['kind', 'person', 'record', 'from', 'to'] as const

/** The filters of the trail, kept in the address only: reload, back and a shared link restore them. */
export function useAuditCriteria() {
  const { query, setQuery } = useAddressQuery()
  const searchBox = useRef<SearchBox>(null)
  const setCriteria = (change: { [Name in (typeof NAMES)[number]]?: string }) => {
    const criteria = { ...readCriteria(queryNow()), ...change }
    const said = NAMES.map((name) => [name, criteria[name] ?? '']).filter(([, value]) => value !== '')
    setQuery(new URLSearchParams(said))
  }
  return {
    criteria: readCriteria(query),
    setCriteria,
    /** Searches for a person; if `over` is given, it changes only a search that is still equal to that. */
    search(person: string, over?: string) {
      if (over === undefined || over === (readCriteria(queryNow()).person ?? '')) {
        setCriteria({ person })
      }
    },
    searchBox,
    /** Removes every filter, including a search that is being typed. */
    clear() {
      searchBox.current?.drop()
      setQuery(new URLSearchParams())
    },
  }
}

function readCriteria(query: URLSearchParams): AuditCriteria {
  const said = (name: (typeof NAMES)[number]) => query.get(name)?.trim() || undefined
  const kind = AUDIT_KINDS.find((one) => one === said('kind'))
  const [person, from, to] = [said('person')?.slice(0, 254), asDay(said('from')), asDay(said('to'))]
  const record = asRecord(said('record'))
  return {
    ...(kind && { kind }),
    ...(person && { person }),
    ...(record && { record }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

function asRecord(text: string | undefined): RecordName | undefined {
  return text !== undefined && readRecordName(text) !== undefined ? (text as RecordName) : undefined
}

function asDay(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined
}
