import { Button, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  RETENTION_MONTHS,
  RETENTION_RULES,
  type RetentionRule,
} from '@vestry/contract/rules/retention-rules.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { FormPage } from '../forms/form-frame.tsx'
import { LoadedRecord } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { formatDate } from '../ui/wall-clock.ts'
import button from '../ui/wrapping-button.module.css'
import { changeRule, listRules, previewRule, type RetentionPreview } from './retention-calls.ts'
import page from './retention-page.module.css'
import classes from './rights-page.module.css'

const USUAL_MONTHS: Record<RetentionRule, number> = { guests: 24, remarks: 24, door: 12, audit: 12 }

/** For how long data is kept: each rule is off until somebody has seen what it would remove. */
export function RetentionPage() {
  const { t } = useMessages()
  const rules = useQuery(listRules)
  const failed = t('settings.loadFailed')
  return (
    <FormPage title={t('shell.page.retention')}>
      <p className={classes.intro}>{t('retention.intro')}</p>
      <LoadedRecord
        record={rules}
        choices={{}}
        failed={{ record: failed, choices: failed }}
        toList={{ label: t('shell.page.settings'), to: paths.settings }}
        heights={RETENTION_RULES.map(() => 200)}
      >
        {(known) =>
          known &&
          RETENTION_RULES.map((rule) => (
            <RuleCard key={rule} rule={rule} on={known.find((one) => one.rule === rule)?.months ?? 0} />
          ))
        }
      </LoadedRecord>
    </FormPage>
  )
}

/** `on` is the number of months, or 0 if the rule is off. */
function RuleCard({ rule, on }: { rule: RetentionRule; on: number }) {
  const { t } = useMessages()
  const id = useId()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<number>()
  const [preview, setPreview] = useState<RetentionPreview>()
  const [busy, setBusy] = useState(false)
  const card = useRef<HTMLElement>(null)
  const shown = useRef<HTMLDivElement>(null)
  const months = chosen ?? (on || USUAL_MONTHS[rule])

  useEffect(() => {
    if (preview !== undefined) {
      shown.current?.focus()
    }
  }, [preview])

  const attempt = async (failed: string, work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      if (error.code === 'changed_meanwhile') {
        showNotice({ message: t('retention.grown') })
        await attempt(failed, async () => setPreview(await previewRule(rule, months)))
      } else {
        await showFailure(failed, error)
      }
    } finally {
      setBusy(false)
    }
  }
  const save = (next: number, count: number) =>
    attempt(t('retention.failed'), async () => {
      await changeRule(rule, next, count)
      setPreview(undefined)
      setChosen(undefined)
      await queries.invalidateQueries({ queryKey: listRules.queryKey })
      // The button that was pressed is gone.
      card.current?.focus()
      showNotice({ message: t(next === 0 ? 'retention.switchedOff' : 'retention.switchedOn') })
    })

  return (
    <section ref={card} tabIndex={-1} className={classes.card} aria-labelledby={id}>
      <div className={page.head}>
        <h2 id={id}>{t(`retention.${rule}`)}</h2>
        <span className={page.state} data-on={on > 0 || undefined}>
          {on === 0 ? t('retention.state.off') : t('retention.state.on', { months: on })}
        </span>
      </div>
      <p className={classes.help}>{t(`retention.${rule}.help`)}</p>
      <div className={page.fields}>
        <NativeSelect
          label={t('retention.months')}
          data={RETENTION_MONTHS[rule].map((value) => ({
            value: String(value),
            label: t('retention.monthsOf', { months: value }),
          }))}
          value={String(months)}
          disabled={busy}
          onChange={(event) => {
            setChosen(Number(event.currentTarget.value))
            setPreview(undefined)
          }}
        />
        {months !== on && preview === undefined && (
          <Button
            variant="default"
            className={button.wrapping}
            disabled={busy}
            onClick={() =>
              void attempt(t('retention.previewFailed'), async () =>
                setPreview(await previewRule(rule, months)),
              )
            }
          >
            {t('retention.preview')}
          </Button>
        )}
        {on > 0 && (
          <Button
            variant="default"
            className={button.wrapping}
            disabled={busy}
            onClick={() => void save(0, 0)}
          >
            {t('retention.switchOff')}
          </Button>
        )}
      </div>
      {preview !== undefined && (
        <div ref={shown} tabIndex={-1} className={page.preview}>
          <RetentionPreviewText rule={rule} preview={preview} />
          <Button
            className={button.wrapping}
            disabled={busy}
            onClick={() => void save(months, preview.count)}
          >
            {t('retention.switchOn')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** What a rule would remove now: how many, and whom. */
function RetentionPreviewText(props: { rule: RetentionRule; preview: RetentionPreview }) {
  const { t, language } = useMessages()
  const { count, children } = props.preview
  const more = children.length === 0 ? 0 : count - children.length
  return (
    <>
      <p>{t(`retention.preview.${props.rule}`, { count })}</p>
      {children.length > 0 && (
        <ul>
          {children.map(({ id, first_name, last_name, last_seen }) => (
            <li key={id}>
              <Link to={paths.attendee(id)}>
                {first_name} {last_name}
              </Link>{' '}
              <span>{t('retention.lastSeen', { day: formatDate(last_seen, language) })}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{t('retention.preview.more', { count: more })}</p>}
    </>
  )
}
