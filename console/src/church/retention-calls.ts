import { queryOptions } from '@tanstack/react-query'
import type { RetentionPreview } from '@vestry/contract/calls/retention.ts'
import type { RetentionRule } from '@vestry/contract/rules/retention-rules.ts'
import { callApi } from '../api/call-api.ts'

export type { RetentionPreview }

const RETENTION = ['retention']

export const listRules = queryOptions({
  queryKey: RETENTION,
  queryFn: ({ signal }) => callApi('GET /settings/retention', { signal }),
})

export async function previewRule(rule: RetentionRule, months: number): Promise<RetentionPreview> {
  return await callApi('GET /settings/retention/preview', { query: { rule, months } })
}

/** Turns a rule on after a preview has shown this number, or turns it off with 0 months. */
export async function changeRule(rule: RetentionRule, months: number, shown = 0): Promise<void> {
  await callApi('PUT /settings/retention', { body: { rule, months, shown } })
}
