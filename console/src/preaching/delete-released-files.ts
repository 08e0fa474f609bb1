/**
 * Deletes from the store what no item uses any more. If a file can't be deleted nothing is lost: the caller tells the
 * person and goes on.
 */
export async function deleteReleasedFiles(
  released: readonly string[],
): Promise<'none' | 'deleted' | 'failed'> {
  if (released.length === 0) {
    return 'none'
  }
  try {
    const { deleteStoredFile } = await import('../media/uploads/stored-files.ts')
    const outcomes = await Promise.allSettled(released.map(deleteStoredFile))
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
    for (const failure of failures) {
      console.warn('A file could not be deleted from the store', failure.reason)
    }
    return failures.length > 0 ? 'failed' : 'deleted'
  } catch (error) {
    console.warn('The code that deletes files could not be loaded', error)
    return 'failed'
  }
}
