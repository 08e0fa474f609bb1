import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second, the unit in which Linux reports processor time. */
const TICKS = 100

/** The seconds of processor time that these processes have used, without those that have ended. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((total, pid) => total + timeOf(pid), 0)
}

/** The seconds that ended child processes of this process have used. */
export function childrenTime(): number {
  return timeOf('self', 13)
}

/** The seconds that this process and all that it started have used, including those that have ended. */
export function familyTime(pid = process.pid): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
    .filter(Boolean)
  return children.reduce((total, child) => total + familyTime(Number(child)), timeOf(pid) + timeOf(pid, 13))
}

/** User time and system time are next to each other; `first` is the place of the former after the program's name. */
function timeOf(pid: number | 'self', first = 11): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[first]) + Number(fields[first + 1])) / TICKS
  } catch {
    return 0
  }
}
