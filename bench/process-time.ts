import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second, as Linux tells processor time to everybody. */
const TICKS = 100

/** Seconds of processor time that these processes have used, those that have ended left aside. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((total, pid) => total + timeOf(pid), 0)
}

/** Seconds that the children of this process have used which have ended. */
export function childrenTime(): number {
  return timeOf('self', 13)
}

/** Seconds that this process and all that it started have used, those that have ended too. */
export function familyTime(pid = process.pid): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
    .filter(Boolean)
  return children.reduce((total, child) => total + familyTime(Number(child)), timeOf(pid) + timeOf(pid, 13))
}

/** User and system time stand beside each other; `first` is the place of the former after the program's name. */
function timeOf(pid: number | 'self', first = 11): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[first]) + Number(fields[first + 1])) / TICKS
  } catch {
    return 0
  }
}
