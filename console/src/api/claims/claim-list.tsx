import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import type { Settlement } from '@vestry/contract/sunday-school/claim-rules.ts'
import { useId, useRef, useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { focusPage } from '../../ui/focus-page.ts'
import { formatDay, formatWallClock } from '../../ui/wall-clock.ts'
import { ApiError, callApi } from '../call-api.ts'
import { churchMoment } from '../church-day.ts'
import { showFailure } from '../show-failure.ts'
import classes from './claim-list.module.css'

/** More would push away what the page is for. */
const SHOWN_AT_FIRST = 3

type Claim = CallAnswer<'GET /attendance/claims'>[number]

/** What phones wanted and what there is in its place, each with who wanted and who set it, and two ways to settle it. */
export function ClaimList({ claims, ofClass }: { claims: readonly Claim[]; ofClass: boolean }) {
  const { t } = useMessages()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [all, setAll] = useState(false)
  const { busy, settle } = useSettle(() => {
    // The button that was pressed goes, and with the last one all of this.
    if (claims.length > 1) {
      heading.current?.focus()
    } else {
      focusPage()
    }
  })
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {t('claims.title', { count: claims.length })}
      </h2>
      <ul className={classes.list}>
        {(all ? claims : claims.slice(0, SHOWN_AT_FIRST)).map((claim) => (
          <ClaimRow key={claim.id} claim={claim} ofClass={ofClass} busy={busy} onSettle={settle} />
        ))}
      </ul>
      {!all && claims.length > SHOWN_AT_FIRST && (
        <button
          type="button"
          className={classes.more}
          onClick={() => {
            heading.current?.focus()
            setAll(true)
          }}
        >
          {t('claims.all', { count: claims.length })}
        </button>
      )}
    </section>
  )
}

function ClaimRow(props: {
  claim: Claim
  /** The class is named by the page. */
  ofClass: boolean
  busy: boolean
  onSettle: (claim: Claim, settlement: Settlement) => void
}) {
  const { t, language } = useMessages()
  const { claim, ofClass, busy, onSettle } = props
  const { wanted, there, now } = claim
  const name = `${claim.first_name} ${claim.last_name}`.trim() || t('claims.nobody')
  const where = [
    claim.class_title,
    claim.session_datetime && formatWallClock(claim.session_datetime, language),
  ]
  const state = now?.state ?? there?.state
  const by = there !== undefined && there.state === state ? there.by : ''
  return (
    <li className={classes.claim}>
      <p className={classes.name}>{name}</p>
      {!ofClass && claim.class_id !== undefined && (
        <p className={classes.about}>{where.filter(Boolean).join(', ')}</p>
      )}
      <dl className={classes.values}>
        <div>
          <dt>{t('claims.wanted', { name: claim.by })}</dt>
          <dd>
            <strong>{wantedText()}</strong>
            <span className={classes.about}>{formatWallClock(churchMoment(claim.made_at), language)}</span>
          </dd>
        </div>
        {state !== undefined && (
          <div>
            <dt>{by === '' ? t('claims.there') : t('claims.there.by', { name: by })}</dt>
            <dd>
              <strong>
                {valueText(state, claim.kind === 'comment' ? (now ?? there)?.comment : undefined)}
              </strong>
            </dd>
          </div>
        )}
      </dl>
      <p className={classes.about}>{t(`claims.reason.${claim.reason}`)}</p>
      {claim.may_settle ? (
        <div className={classes.ways}>
          <Button
            disabled={busy}
            aria-label={`${t('claims.apply')}: ${name}`}
            onClick={() => onSettle(claim, 'apply')}
          >
            {t('claims.apply')}
          </Button>
          <Button
            variant="default"
            disabled={busy}
            aria-label={`${t('claims.keep')}: ${name}`}
            onClick={() => onSettle(claim, 'keep')}
          >
            {t('claims.keep')}
          </Button>
        </div>
      ) : (
        <p className={classes.about}>{t('claims.others')}</p>
      )}
    </li>
  )

  function valueText(value: NonNullable<typeof wanted.state>, comment: string | undefined): string {
    const word = t(`claims.state.${value}`)
    return comment === undefined || comment === '' ? word : `${word}, “${comment}”`
  }

  function wantedText(): string {
    const { text = '', from_day = '', until_day = '' } = wanted
    switch (claim.kind) {
      case 'mark':
        return t(`claims.state.${wanted.state ?? 'not_recorded'}`)
      case 'comment':
        return text === '' ? t('claims.comment.none') : t('claims.comment', { text })
      case 'guest':
        return t('claims.guest')
      case 'absence': {
        const days = t('claims.absence', {
          from: formatDay(from_day, language),
          until: formatDay(until_day, language),
        })
        return text === '' ? days : `${days}: ${text}`
      }
    }
  }
}

function useSettle(onSettled: () => void) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const settle = async ({ id, version, now }: Claim, settlement: Settlement) => {
    setBusy(true)
    try {
      await callApi('PUT /attendance/claims', {
        body: { claim_id: id, version, settlement, seen: now?.version },
      })
      onSettled()
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      await showFailure(t('claims.failed'), error)
    } finally {
      setBusy(false)
      await queries.invalidateQueries()
    }
  }
  return {
    busy,
    settle: (claim: Claim, settlement: Settlement) => void settle(claim, settlement),
  }
}
