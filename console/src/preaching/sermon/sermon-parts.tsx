import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import { readChapters } from '@vestry/contract/sermons/sermon-chapters.ts'
import { lazy, Suspense, useState } from 'react'
import { fetchCode } from '../../api/fetch-code.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { formatSpan } from '../../ui/look/measures.ts'
import { useStoredFile } from '../list/use-stored-file.ts'
import classes from './sermon-page.module.css'

const SermonTranscript = lazy(async () => ({
  default: (await fetchCode(() => import('./sermon-transcript.tsx'))).SermonTranscript,
}))

/** The parts of a sermon that one can open: the chapters of its recording, and its attachments. */
export function SermonParts({
  item,
  onSeek,
}: {
  item: PreachingItemDetail
  onSeek: (seconds: number) => void
}) {
  const { t } = useMessages()
  const { attachments, chapters } = item
  return (
    <>
      {chapters !== '' && (
        <section className={classes.part} aria-labelledby="sermon-chapters">
          <h2 id="sermon-chapters">{t('sermon.chapters')}</h2>
          <ol className={classes.chapters}>
            {readChapters(chapters).chapters.map(({ at, title }) => (
              <li key={at}>
                <button type="button" onClick={() => onSeek(at)}>
                  <span>{formatSpan(at)}</span> <span>{title}</span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
      {attachments.length > 0 && (
        <section className={classes.part} aria-labelledby="sermon-attachments">
          <h2 id="sermon-attachments">{t('sermon.attachments')}</h2>
          <ul className={classes.attachments}>
            {attachments.map(({ path, title }) => (
              <li key={path}>
                <StoredFileLink path={path} title={title} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The transcript of a sermon, folded until somebody wants to read it. */
export function TranscriptPart({ item: { transcript } }: { item: PreachingItemDetail }) {
  const { t } = useMessages()
  const [opened, setOpened] = useState(false)
  return (
    transcript !== '' && (
      <details className={classes.part} onToggle={() => setOpened(true)}>
        <summary>{t('sermon.transcript')}</summary>
        {opened && (
          <Suspense fallback={null}>
            <SermonTranscript text={transcript} />
          </Suspense>
        )}
      </details>
    )
  )
}

function StoredFileLink({ path, title }: { path: string; title: string }) {
  const { t } = useMessages()
  const { data, isError } = useStoredFile(path)
  if (isError) {
    return <span>{t('sermon.download.failed', { name: title })}</span>
  }
  return (
    <a href={data} target="_blank" rel="noreferrer">
      {title}
    </a>
  )
}
