import { Button } from '@mantine/core'
import type { Clash } from '@vestry/contract/calls/merges.ts'
import { churchMoment } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import { TwoWays } from '../ui/forms/two-ways.tsx'
import { StateWord } from '../ui/people/state-word.tsx'
import { formatWallClock } from '../ui/wall-clock.ts'
import { choose, choosePresent, isDecided } from './merge-choices.ts'
import classes from './merge-form.module.css'

type Stands = ReadonlySet<number>

/** The marks of which one alone can stand, each with what it says and who set it. Nobody decides these but a person. */
export function ClashFields(props: {
  clashes: readonly Clash[]
  stands: Stands
  /** Whether somebody wanted to go on, and is told what is not decided yet. */
  asked: boolean
  onChange: (change: (stands: Stands) => Stands) => void
}) {
  const { t, language } = useMessages()
  const { clashes, stands, onChange } = props
  const areDecidable = choosePresent(stands, clashes).size > stands.size
  return (
    <section className={classes.part} aria-labelledby="merge-clashes">
      <h2 id="merge-clashes">{t('merge.clashes')}</h2>
      <p className={classes.dim}>{t('merge.clashesText')}</p>
      {clashes.length > 1 && areDecidable && (
        <Button
          className={classes.present}
          variant="default"
          onClick={() => onChange((now) => choosePresent(now, clashes))}
        >
          {t('merge.present')}
        </Button>
      )}
      {clashes.map((clash, at) => {
        const { marks, session_datetime, deleted } = clash
        const titles = [...new Set(marks.map(({ class_title }) => class_title))]
        return (
          <TwoWays
            key={marks.map(({ id }) => id).join()}
            name={`clash-${at}`}
            legend={t(deleted ? 'merge.clashDeleted' : 'merge.clash', {
              when: formatWallClock(session_datetime, language),
              title: titles.join(' / '),
            })}
            value={marks.find(({ id }) => stands.has(id))?.id}
            error={props.asked && !isDecided(clash, stands) ? t('merge.undecided') : undefined}
            onChange={(id) => onChange((now) => choose(now, clash, id))}
            ways={marks.map((mark) => ({
              value: mark.id,
              shown: (
                <span className={classes.mark}>
                  {titles.length > 1 && <b>{mark.class_title}</b>}
                  <StateWord state={mark.state} />
                  <small>
                    {t('merge.setBy', {
                      name: mark.changed_by === '' ? '–' : mark.changed_by,
                      when: formatWallClock(churchMoment(mark.changed), language),
                    })}
                  </small>
                  {mark.comment !== '' && <q>{mark.comment}</q>}
                </span>
              ),
            }))}
          />
        )
      })}
    </section>
  )
}
