import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import labels from '../ui/forms/field-labels.module.css'
import { CopyButton } from './copy-button.tsx'
import { embeddingOf, NEWEST } from './embedding-code.ts'
import { listNewest, listSubjects } from './podcast-calls.ts'
import classes from './podcasts-page.module.css'

/**
 * The code that a church puts into a page of its own website to show its sermons there. `origin` is that of the public
 * pages.
 */
export function EmbeddingCard({ origin }: { origin: string }) {
  const { t } = useMessages()
  const id = useId()
  const [chosen, setChosen] = useState<string>(NEWEST)
  const { data: names } = useQuery(listSubjects)
  const { data: newest } = useQuery(listNewest)
  const sermons = newest?.results.map(({ uuid, localizedname }) => ({ value: uuid, label: localizedname }))
  const series = names?.series.map((one) => ({ value: `series/${one.id}`, label: one.name }))
  const sermon = newest?.results.find(({ uuid }) => uuid === chosen)
  const { elements, frame } = embeddingOf(chosen, {
    origin,
    title: sermon?.localizedname,
    media_format: sermon?.media_format,
    all: t('podcasts.kind.all'),
  })
  return (
    <section className={`${classes.card} ${labels.fields}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{t('podcasts.embed.title')}</h2>
      </div>
      <p className={classes.embedIntro}>{t('podcasts.embed.intro')}</p>
      <NativeSelect
        className={classes.embedded}
        label={t('podcasts.embed.what')}
        data={[
          { value: NEWEST, label: t('podcasts.embed.newest') },
          ...(series?.length ? [{ group: t('podcasts.kind.series'), items: series }] : []),
          ...(sermons?.length ? [{ group: t('podcasts.embed.one'), items: sermons }] : []),
        ]}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Code label={t('podcasts.embed.elements')} help={t('podcasts.embed.elements.help')} code={elements} />
      {frame !== undefined && (
        <Code label={t('podcasts.embed.frame')} help={t('podcasts.embed.frame.help')} code={frame} />
      )}
    </section>
  )
}

function Code({ label, help, code }: { label: string; help: string; code: string }) {
  return (
    <div className={classes.embedded}>
      <Textarea
        classNames={{ input: classes.code ?? '' }}
        label={label}
        description={help}
        readOnly
        autosize
        spellCheck={false}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={code} describes={label} />
    </div>
  )
}
