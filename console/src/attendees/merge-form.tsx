import type { Comparison } from '@vestry/contract/calls/merges.ts'
import { TRASH_DAYS } from '@vestry/contract/rules/trash-rules.ts'
import type { MergeChoice } from '@vestry/contract/sunday-school/merged-fields.ts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, callApi } from '../api/call-api.ts'
import { useSmallPhotos } from '../api/people/small-photos.ts'
import { queryClient } from '../api/query-client.ts'
import { showFailure } from '../api/show-failure.ts'
import { restoreDeleted } from '../api/trash/restore-deleted.ts'
import { FormFrame, FormNotice } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { showNotice, whileShowing } from '../ui/dialogs/dialogs.ts'
import { TwoWays } from '../ui/forms/two-ways.tsx'
import { Face } from '../ui/people/face.tsx'
import { useBackLink } from '../ui/return-link.tsx'
import { ATTENDEES } from './attendee-calls.ts'
import { ATTENDEE_LABELS, fullName } from './attendee-fields.ts'
import { ClashFields } from './clash-fields.tsx'
import {
  BOTH,
  type Chosen,
  findDiffering,
  findJoined,
  findTaken,
  isDecided,
  joinedOf,
  readValue,
  sourceOf,
} from './merge-choices.ts'
import classes from './merge-form.module.css'
import { MergeSummary } from './merge-summary.tsx'
import { useValueText } from './use-value-text.ts'

/** What stays of two entries, chosen field by field: what one alone says is chosen already. */
export function MergeForm({
  comparison,
  reload,
}: {
  comparison: Comparison
  reload: () => Promise<unknown>
}) {
  const { t } = useMessages()
  const { entries, clashes } = comparison
  const [chosen, setChosen] = useState<Chosen>({ kept: entries[0].id, from: {}, stands: new Set() })
  const form = useMerge(comparison, chosen, reload)
  const textOf = useValueText()
  const smallOf = useSmallPhotos(entries)
  const differing = findDiffering(entries)
  const waysOfBoth = (joined: string | undefined) =>
    joined === undefined
      ? []
      : [
          {
            value: BOTH,
            shown: (
              <span className={classes.value}>
                <b>{t('merge.both')}</b>
                {`\n${joined}`}
              </span>
            ),
          },
        ]
  const choose = (name: MergeChoice, id: number) =>
    setChosen((now) => ({ ...now, from: { ...now.from, [name]: id } }))
  return (
    <div ref={form.box}>
      <p className={classes.intro}>{t('merge.intro', { days: TRASH_DAYS })}</p>
      <FormFrame form={form} submit={t('merge.submit')}>
        <TwoWays
          name="kept"
          legend={t('merge.kept')}
          large
          value={chosen.kept}
          onChange={(kept) => setChosen((now) => ({ ...now, kept }))}
          ways={entries.map((entry) => ({
            value: entry.id,
            shown: (
              <span className={classes.who}>
                <Face of={entry} picture={smallOf(entry)} />
                <span>
                  <b>{fullName(entry)}</b>
                  <small>{t('merge.about', { id: entry.id, count: entry.attendance })}</small>
                </span>
              </span>
            ),
          }))}
        />
        <section className={classes.part} aria-labelledby="merge-differs">
          <h2 id="merge-differs">{t('merge.differs')}</h2>
          {differing.length === 0 && <p className={classes.dim}>{t('merge.alike')}</p>}
          {differing.map((name) => (
            <TwoWays
              key={name}
              name={name}
              legend={name === 'photo' ? t('merge.photo') : t(ATTENDEE_LABELS[name])}
              value={sourceOf(name, entries, chosen)}
              onChange={(id) => choose(name, id)}
              ways={[
                ...entries.map((entry) => ({
                  value: entry.id,
                  shown:
                    name === 'photo' && entry.photo !== undefined ? (
                      <span className={classes.photo}>
                        <Face of={entry} picture={smallOf(entry)} />
                        <span className="visually-hidden">{fullName(entry)}</span>
                      </span>
                    ) : (
                      <span className={readValue(entry, name) === '' ? classes.dim : classes.value}>
                        {textOf(entry, name)}
                      </span>
                    ),
                })),
                ...waysOfBoth(joinedOf(name, entries, chosen.kept)),
              ]}
            />
          ))}
        </section>
        {clashes.length > 0 && (
          <ClashFields
            clashes={clashes}
            stands={chosen.stands}
            asked={form.asked}
            onChange={(change) => setChosen((now) => ({ ...now, stands: change(now.stands) }))}
          />
        )}
        <MergeSummary entries={entries} attendance={comparison.attendance} />
      </FormFrame>
    </div>
  )
}

function useMerge(comparison: Comparison, chosen: Chosen, reload: () => Promise<unknown>) {
  const { t } = useMessages()
  const navigate = useNavigate()
  const { entries, clashes, seen } = comparison
  const [kept = entries[0]] = entries.filter(({ id }) => id === chosen.kept)
  const [merged = entries[1]] = entries.filter(({ id }) => id !== chosen.kept)
  const back = useBackLink(paths.attendee(entries[0].id))
  const box = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  const [outdated, setOutdated] = useState(false)

  const save = async () => {
    setAsked(true)
    const open = clashes.findIndex((clash) => !isDecided(clash, chosen.stands))
    if (open !== -1) {
      box.current?.querySelector<HTMLElement>(`[name="clash-${open}"]`)?.focus()
      return
    }
    try {
      const marks = new Set(clashes.flatMap((clash) => clash.marks.map(({ id }) => id)))
      const { record } = await whileShowing(t('merge.running'), () =>
        callApi('POST /attendees/merge', {
          body: {
            kept: kept.id,
            merged: merged.id,
            seen,
            take: findTaken(entries, chosen),
            join: findJoined(entries, chosen),
            stands: [...chosen.stands].filter((id) => marks.has(id)),
          },
        }),
      )
      await queryClient.invalidateQueries({ queryKey: ATTENDEES, refetchType: 'none' })
      await navigate(back === paths.duplicates ? back : paths.attendee(kept.id))
      showNotice({
        message: t('merge.done', { merged: fullName(merged), kept: fullName(kept) }),
        action: { label: t('ui.undo'), run: () => restoreDeleted(record, t('attendees.merge.undone')) },
      })
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      if (error.code === 'changed_meanwhile') {
        await reload()
        setOutdated(true)
        setAsked(false)
        box.current?.scrollIntoView({ block: 'start' })
      } else if (error.code !== 'not_signed_in') {
        await showFailure(t('merge.failed'), error)
        await reload()
      }
    }
  }
  return {
    box,
    asked,
    save,
    cancel: () => void navigate(back),
    notices: outdated && <FormNotice text={t('merge.changed')} />,
  }
}
