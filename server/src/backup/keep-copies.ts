import { inOneSentence } from './backup-error.ts'
import { openCopy } from './copy-files.ts'
import type { Repository } from './repository.ts'

/**
 * Keeps the newest copies and the one that was just made, which a clock that went wrong may date otherwise, and removes
 * the others with the objects that no copy names any more. Nothing goes that a copy whose list can't be read may need.
 */
export async function keepCopies(
  repository: Repository,
  { keep, made }: { keep: number; made: string },
): Promise<{ removed: string[]; freed: number }> {
  const others = (await repository.listCopies()).filter((id) => id !== made)
  const removed = others.slice(0, Math.max(0, others.length - (keep - 1)))
  try {
    for (const id of removed) {
      await repository.removeCopy(id)
    }
    const named = new Set<string>()
    for (const id of await repository.listCopies()) {
      for await (const { content } of openCopy(repository, id).objects()) {
        named.add(content)
      }
    }
    return { removed, freed: await repository.vault.prune(named) }
  } catch (error) {
    throw inOneSentence(error, repository.folder)
  }
}
