import { findFilesOpenToOthers } from '../../file-permissions.ts'
import { collectFindings, type Finding, someOf } from './finding.ts'

export async function checkFiles(dataFolder: string): Promise<Finding[]> {
  const { findings, ok, fault } = collectFindings('files')
  const open = await findFilesOpenToOthers(dataFolder)
  if (open.length > 0) {
    fault(
      `Other users of this machine may read or change ${someOf(open.map((path) => (path === '.' ? 'the folder itself' : path)))} in ${dataFolder}.`,
      `Run chmod -R go= ${dataFolder}, and think of who may have copied them.`,
    )
  } else {
    ok('The files are for their owner alone.')
  }
  return findings
}
