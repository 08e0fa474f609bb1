import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { askAndDo } from '../api/trash/ask-and-delete.ts'
import { church } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { CopyButton } from './copy-button.tsx'
import { type Podcast, reloadPodcasts, removePodcast } from './podcast-calls.ts'
import { PodcastDialog } from './podcast-dialog.tsx'
import classes from './podcasts-page.module.css'

/** A podcast: its address, and what has to be fixed before a directory accepts it. */
export function PodcastCard({ podcast }: { podcast: Podcast }) {
  const { t } = useMessages()
  const id = useId()
  const [isEdited, setIsEdited] = useState(false)
  const { kind, of, address, sermons, problems, refused, moved_to } = podcast
  const usual = of || church().name || t('podcasts.kind.all')
  const title = podcast.title || usual

  const remove = () =>
    askAndDo({
      ask: async () => ({
        title: t('podcasts.remove.title', { title }),
        message: t('podcasts.remove.message'),
      }),
      yes: t('podcasts.remove'),
      no: t('ui.dialog.cancel'),
      danger: true,
      running: t('ui.delete.running'),
      async work() {
        await removePodcast(podcast.id)
        return t('podcasts.removed')
      },
      reload: reloadPodcasts,
      failed: t('podcasts.failed'),
    })
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <span className={classes.help}>
          {[t(`podcasts.kind.${kind}`), t('podcasts.sermons', { count: sermons })]
            .filter((text) => text !== title)
            .join(' · ')}
        </span>
      </div>
      <p className={classes.address}>
        <span id={`${id}-address`} className={classes.label}>
          {t('podcasts.address')}
        </span>
        <a href={address} aria-describedby={`${id}-address`}>
          {address}
        </a>
        <CopyButton text={address} />
      </p>
      {moved_to !== '' ? (
        <p className={classes.fine}>
          {t('podcasts.moved')} <a href={moved_to}>{moved_to}</a>
        </p>
      ) : problems.length === 0 && refused.length === 0 ? (
        <p className={classes.fine}>{t('podcasts.fine')}</p>
      ) : (
        <>
          {problems.length > 0 && (
            <>
              <h3>{t('podcasts.problems')}</h3>
              <ul className={classes.problems}>
                {problems.map((problem) => (
                  <li key={problem}>{t(`podcasts.problem.${problem}`)}</li>
                ))}
              </ul>
            </>
          )}
          {refused.length > 0 && (
            <details className={classes.refused}>
              <summary>{t('podcasts.refused', { count: refused.length })}</summary>
              <ul className={classes.problems}>
                {refused.map(({ uuid, title: name, problem }) => (
                  <li key={uuid}>
                    <Link to={paths.editPreaching(uuid)}>{name}</Link> {t(`podcasts.problem.${problem}`)}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => setIsEdited(true)}>
          {t('podcasts.edit')}
        </Button>
        {kind !== 'all' && (
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            {t('podcasts.remove')}
          </Button>
        )}
      </div>
      {isEdited && <PodcastDialog podcast={podcast} usual={usual} onClose={() => setIsEdited(false)} />}
    </section>
  )
}
