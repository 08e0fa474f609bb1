import { toUserError } from './backup-error.ts'
import { openCopy } from './copy-files.ts'
import { sortCopies } from './copy-names.ts'
import type { Repository } from './repository.ts'

export type PrunedCopies = {
  removed: string[]
  freed: number
  /** Copies whose list of objects can't be read. */
  unread: string[]
}

/**
 * Keeps the newest copies and the one that was just made (a wrong clock may have dated it earlier), and removes the
 * others, with the objects that no remaining copy names. While the list of any copy can't be read, nothing is removed:
 * that copy may need any object.
 */
export async function pruneCopies(
  repository: Repository,
  { keep, made, now }: { keep: number; made: string; now: number },
): Promise<PrunedCopies> {
  const others = sortCopies(await repository.listCopies(), now).filter((id) => id !== made)
  const kept = others.slice(Math.max(0, others.length - (keep - 1)))
  const named = new Set<string>()
  const unread: string[] = []
  for (const id of [...kept, made]) {
    try {
      for await (const { content } of openCopy(repository, id).objects()) {
        named.add(content)
      }
    } catch {
      unread.push(id)
    }
  }
  if (unread.length > 0) {
    return { removed: [], freed: 0, unread }
  }
  try {
    const removed = others.filter((id) => !kept.includes(id))
    for (const id of removed) {
      await repository.removeCopy(id)
    }
    return { removed, freed: await repository.vault.prune(named), unread }
  } catch (error) {
    throw toUserError(error, repository.folder)
  }
}
