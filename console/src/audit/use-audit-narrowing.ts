import { AUDIT_KINDS, type RecordName, readRecordName } from '@vestry/contract/audit-kinds.ts'
import { useSearchParams } from 'react-router'
import type { AuditNarrowing } from './audit-calls.ts'

const NAMES = ['kind', 'person', 'record', 'from', 'to'] as const

/** What narrows the trail, kept in the address alone: reload, back and a shared link restore it. */
export function useAuditNarrowing() {
  const [params, setParams] = useSearchParams()
  const said = (name: (typeof NAMES)[number]) => params.get(name)?.trim() || undefined
  const kind = AUDIT_KINDS.find((one) => one === said('kind'))
  const [person, from, to] = [said('person')?.slice(0, 254), asDay(said('from')), asDay(said('to'))]
  const record = asRecord(said('record'))
  const narrowing: AuditNarrowing = {
    ...(kind && { kind }),
    ...(person && { person }),
    ...(record && { record }),
    ...(from && { from }),
    ...(to && { to }),
  }
  return {
    narrowing,
    narrow(change: { [Name in (typeof NAMES)[number]]?: string }) {
      const next = new URLSearchParams()
      for (const name of NAMES) {
        const value = change[name] ?? narrowing[name]
        if (value) {
          next.set(name, value)
        }
      }
      setParams(next)
    },
    clear: () => setParams({}),
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
