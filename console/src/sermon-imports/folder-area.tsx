import { Button } from '@mantine/core'
import { useId, useRef } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { showMessage } from '../ui/dialogs/dialogs.ts'
import { DropArea } from '../ui/forms/drop-area.tsx'
import fields from '../ui/forms/field-labels.module.css'
import { IconUpload } from '../ui/look/icons.ts'
import classes from './sermon-imports.module.css'

/** Asks for a folder of recordings, or for several recordings. */
export function FolderArea({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useMessages()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]) => {
    if (files.length > 0) {
      onFiles(files)
    }
  }
  const takeDropped = async (dropped: DataTransfer) => {
    try {
      take(await droppedFiles(dropped))
    } catch (error) {
      if (!(error instanceof DOMException)) {
        throw error
      }
      await showMessage({ status: 'error', message: t('sermonImport.folder.unreadable') })
    }
  }
  return (
    <div className={`${classes.folder} ${fields.fields}`}>
      <span id={`${id}-label`} className="visually-hidden">
        {t('sermonImport.folder.label')}
      </span>
      <DropArea
        id={id}
        accept="audio/*,video/*,.mkv,.flac,.m4a,.ogg,.opus,.webm,.mov,.ts,.mts,.m2ts"
        multiple
        onDrop={(dropped) => void takeDropped(dropped)}
        disabled={false}
        invalid={false}
        labelledBy={`${id}-label`}
        describedBy={undefined}
        onFiles={take}
        onBlur={() => undefined}
      >
        <IconUpload size={16} aria-hidden />
        <span>{t('sermonImport.folder.files')}</span>
      </DropArea>
      <Button variant="default" onClick={() => input.current?.click()}>
        {t('sermonImport.folder.choose')}
      </Button>
      <input
        ref={(element) => {
          input.current = element
          // React's own types don't know this attribute.
          element?.toggleAttribute('webkitdirectory', true)
        }}
        type="file"
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // The same folder can be chosen again only when the input has forgotten the first choice.
          event.currentTarget.value = ''
          take(files)
        }}
      />
    </div>
  )
}

/** The dropped files and all files in dropped folders, with the path of each as a chosen folder would have it. */
async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // Dropped files can be asked for only during the event.
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

/** A folder returns its content a hundred at a time, and nothing after the last. */
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
