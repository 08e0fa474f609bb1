import { statfs } from 'node:fs/promises'
import { collectFindings, type Finding } from './finding.ts'

const MEGABYTE = 1024 * 1024
const HARDLY_ANY = 300 * MEGABYTE
const LITTLE = 5 * 1024 * MEGABYTE

export async function checkDisk(dataFolder: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(dataFolder)
  return rateDiskSpace(dataFolder, bavail * bsize)
}

export function rateDiskSpace(folder: string, free: number): Finding[] {
  const { findings, ok, warn, fault } = collectFindings('disk')
  const left = `${Math.floor(free / MEGABYTE)} MB are left where ${folder} is.`
  const todo = 'Make room, or move the data folder to a larger disk.'
  if (free < HARDLY_ANY) {
    fault(`${left} Recordings and soon everything else will be refused.`, todo)
  } else if (free < LITTLE) {
    warn(`${left} A few long recordings fill that.`, todo)
  } else {
    ok(left)
  }
  return findings
}
