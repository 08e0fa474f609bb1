import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import { type ReactNode, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { useOwnRole } from '../../auth/use-own-role.ts'
import { LastChanged } from '../../forms/last-changed.tsx'
import { LoadedRecord } from '../../forms/record-page.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { showNotice } from '../../ui/dialogs/dialogs.ts'
import { copyText } from '../../ui/forms/copy-text.ts'
import { IconCopy, IconPencil } from '../../ui/look/icons.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { FormLink } from '../../ui/return-link.tsx'
import { useChurch } from '../../ui/use-church.ts'
import { formatWallClock } from '../../ui/wall-clock.ts'
import { languageOf } from '../language-of.ts'
import { MediaFormatMark } from '../list/media-format-mark.tsx'
import { SermonPlayer } from '../player/sermon-player.tsx'
import { viewPreaching } from '../preaching-calls.ts'
import { SermonDownloads } from './sermon-downloads.tsx'
import classes from './sermon-page.module.css'
import { SermonParts, TranscriptPart } from './sermon-parts.tsx'
import { SermonState } from './sermon-title.tsx'

/** A sermon's page: for listening or watching, for reading about it, and for sharing its address. */
export function SermonPage() {
  const { uuid = '' } = useParams()
  const { t } = useMessages()
  const item = useQuery(viewPreaching(uuid))
  return (
    <>
      {item.data === undefined && <PageHeading title={t('shell.page.preaching.view')} />}
      <LoadedRecord
        record={item}
        choices={{}}
        failed={{ record: t('sermon.failed'), choices: '' }}
        toList={{ label: t('shell.notFound.toPreaching'), to: paths.preaching }}
        heights={[180, 60, 120]}
      >
        {(loaded) => loaded && <Sermon item={loaded} />}
      </LoadedRecord>
    </>
  )
}

function Sermon({ item }: { item: PreachingItemDetail }) {
  const { t, language } = useMessages()
  const { may } = useOwnRole()
  const { publicPages } = useChurch()
  const media = useRef<HTMLMediaElement>(null)
  const { speakers, topics, series_id, series } = item
  const facts: [string, ReactNode][] = [
    [t('preaching.column.presenter'), item.presenterName],
    [
      t('sermon.speakers'),
      speakers
        .map(({ presenterName, part }) => (part === '' ? presenterName : `${presenterName} (${part})`))
        .join(', '),
    ],
    [t('preaching.column.date'), formatWallClock(item.event_datetime, language)],
    [t('sermon.series'), series_id && <Link to={paths.preachingOf('series', series_id)}>{series}</Link>],
    [t('sermon.passages'), item.passages_read || item.passages],
    [t('sermon.category'), item.category],
    [
      t('sermon.topics'),
      topics.length > 0 && (
        <span className={classes.topics}>
          {topics.map(({ id, topic }) => (
            <Link key={id} to={paths.preachingOf('topics', id)}>
              {topic}
            </Link>
          ))}
        </span>
      ),
    ],
    [t('preaching.column.language'), languageOf(item)],
    [t('sermon.state'), item.state !== 'published' && <SermonState item={item} />],
  ]
  const seek = (seconds: number) => {
    if (media.current) {
      media.current.currentTime = seconds
      // The player itself says if it can't play something.
      media.current.play().catch(() => undefined)
    }
  }
  const copy = async () => {
    const done = await copyText(new URL(paths.sermon(item.uuid), location.origin).href)
    showNotice({ message: t(done ? 'sermon.copied' : 'sermon.notCopied') })
  }
  return (
    <div className={classes.page}>
      <PageHeading title={item.localizedname}>
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            {t('sermon.copy')}
          </Button>
          {may('sermons') && (
            <Button variant="default" component={FormLink} to={paths.copyPreaching(item.uuid)}>
              {t('sermon.duplicate')}
            </Button>
          )}
          {may('sermons') && (
            <Button
              component={FormLink}
              to={paths.editPreaching(item.uuid)}
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {t('preaching.list.edit')}
            </Button>
          )}
        </div>
      </PageHeading>
      <div className={classes.parts}>
        <div className={classes.lead}>
          <SermonPlayer item={item} media={media} />
          {item.description !== '' && <p className={classes.description}>{item.description}</p>}
        </div>
        <div className={classes.side}>
          <dl className={classes.facts}>
            {facts
              .filter(([, value]) => value)
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            <div>
              <dt>{t('preaching.column.media')}</dt>
              <dd>
                <MediaFormatMark {...item} />
              </dd>
            </div>
          </dl>
          <SermonParts item={item} onSeek={seek} />
        </div>
        <div className={classes.rest}>
          <TranscriptPart item={item} />
          {publicPages && item.state === 'published' && <SermonDownloads uuid={item.uuid} />}
        </div>
      </div>
      <LastChanged change={item.last_change} record={`item/${item.uuid}`} />
    </div>
  )
}
