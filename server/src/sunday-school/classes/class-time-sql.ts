import type { Operator } from '@vestry/contract/rules/sunday-school-rules.ts'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** Sessions before, at or after a time, or not at it. A day stands for all of its seconds. */
export function sessionTimeCondition(asked: string, operator: Operator): Expression<SqlBool> {
  const sessions = expressionBuilder<Tables, 'class_session'>()
  const at = (sign: '<' | '<=' | '>=' | '>', time: string) => sessions('session_datetime', sign, time)
  const [first, last] = asked.includes('T') ? [asked, asked] : [`${asked}T00:00:00`, `${asked}T23:59:59`]
  switch (operator) {
    case 'eq':
      return sessions.and([at('>=', first), at('<=', last)])
    case 'neq':
      // A union of two ranges would be gathered row by row.
      return sessions.not(sessions.between('session_datetime', first, last))
    case 'gt':
      return at('>', last)
    case 'lt':
      return at('<', first)
    case 'gte':
      return at('>=', first)
    case 'lte':
      return at('<=', last)
  }
}
