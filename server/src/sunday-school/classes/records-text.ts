import type { Scope } from '@vestry/contract/sunday-school-rules.ts'

/** Such as "This class has 12 attendance records." */
export function recordsOf(scope: Scope, records: number): string {
  const [classes, have] = scope === 'one' ? ['This class', 'has'] : ['This class and those after it', 'have']
  const number = records === 0 ? 'no' : String(records)
  return `${classes} ${have} ${number} attendance record${records === 1 ? '' : 's'}.`
}
