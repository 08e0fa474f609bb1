import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadedRecord } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { useChurch } from '../ui/use-church.ts'
import { AddPodcastDialog } from './add-podcast-dialog.tsx'
import { EmbeddingCard } from './embedding-card.tsx'
import { listPodcasts } from './podcast-calls.ts'
import { PodcastCard } from './podcast-card.tsx'
import classes from './podcasts-page.module.css'

/** The podcasts of the church, and what directories would refuse of them. */
export function PodcastsPage() {
  const { t } = useMessages()
  const { publicPages } = useChurch()
  const podcasts = useQuery(listPodcasts)
  const [isAdding, setIsAdding] = useState(false)
  const failed = t('podcasts.loadFailed')
  return (
    <div className={classes.page}>
      <PageHeading title={t('shell.page.podcasts')} />
      <p className={classes.intro}>{t('podcasts.intro')}</p>
      {!publicPages && <p className={classes.off}>{t('podcasts.off')}</p>}
      <LoadedRecord
        record={podcasts}
        choices={{}}
        failed={{ record: failed, choices: failed }}
        toList={{ label: t('shell.page.settings'), to: paths.settings }}
        heights={[200, 200]}
      >
        {(known) =>
          known && (
            <div className={classes.columns}>
              <div>
                {known.map((podcast) => (
                  <PodcastCard key={podcast.id} podcast={podcast} />
                ))}
                <Button className={classes.add ?? ''} variant="default" onClick={() => setIsAdding(true)}>
                  {t('podcasts.add')}
                </Button>
              </div>
              {known[0] !== undefined && <EmbeddingCard origin={new URL(known[0].address).origin} />}
              {isAdding && <AddPodcastDialog onClose={() => setIsAdding(false)} />}
            </div>
          )
        }
      </LoadedRecord>
    </div>
  )
}
