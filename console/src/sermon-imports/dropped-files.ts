/** The files that were dropped, and all that are in dropped folders, with the way to each as a chosen folder has it. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // What was dropped can be asked for as long as the event lasts, and no longer.
  const loose = [...files]
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return entries.some(({ isDirectory }) => isDirectory)
    ? (await Promise.all(entries.map(filesOf))).flat()
    : loose
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isDirectory) {
    const inside = await entriesOf(entry as FileSystemDirectoryEntry)
    return (await Promise.all(inside.map(filesOf))).flat()
  }
  const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))
  const way = entry.fullPath.slice(1)
  return [way.includes('/') ? Object.defineProperty(file, 'webkitRelativePath', { value: way }) : file]
}

/** A folder gives what is in it a hundred at a time, and nothing once that was all. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (some.length === 0) {
      return all
    }
    all.push(...some)
  }
}
