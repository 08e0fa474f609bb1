import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import { PLACEHOLDER_ADDRESS, type Step } from '@vestry/contract/rules/getting-started-rules.ts'
import { useId, useRef } from 'react'
import { ApiError, callApi } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { loadRuntimeConfig, runtimeConfig } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { focusPage } from '../ui/focus-page.ts'
import { IconCheck, IconChevronRight } from '../ui/look/icons.ts'
import { FormLink } from '../ui/return-link.tsx'
import classes from './getting-started-list.module.css'

type Steps = CallAnswer<'GET /getting-started'>['steps']

/** What is left to set up in a new church: each step leads to where it is done, and the first one leads on. */
export function GettingStartedList({ steps, timeZone }: { steps: Steps; timeZone: string }) {
  const { t } = useMessages()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const save = useSave()
  const next = steps.find(({ done }) => !done)?.step
  const hide = async () => {
    if (await save({ gettingStarted: false })) {
      focusPage()
      showNotice({
        message: t('gettingStarted.hidden'),
        action: { label: t('ui.undo'), run: () => save({ gettingStarted: true }) },
      })
    }
  }
  const setZone = async (zone: string) => {
    // The button that was pressed goes.
    heading.current?.focus()
    if (await save({ timeZone: zone })) {
      showNotice({ message: t('gettingStarted.timeZone.saved', { zone }) })
    }
  }
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {t('gettingStarted.title')}
        </h2>
        <p>
          {t('gettingStarted.count', { done: steps.filter(({ done }) => done).length, all: steps.length })}
        </p>
        <button type="button" className={classes.hide} onClick={() => void hide()}>
          {t('gettingStarted.hide')}
        </button>
      </div>
      <ol className={classes.steps}>
        {steps.map(({ step, done }) => (
          <li key={step}>
            {done ? (
              <p className={classes.step} data-done>
                <Mark done />
                <s>
                  <span className="visually-hidden">{t('gettingStarted.isDone')} </span>
                  {t(`gettingStarted.${step}`)}
                </s>
              </p>
            ) : step === next ? (
              <NextStep step={step} zone={timeZone} onZone={setZone} />
            ) : (
              <FormLink className={classes.step} to={LEADS_TO[step]}>
                <Mark />
                {t(`gettingStarted.${step}`)}
                <IconChevronRight size={16} stroke={2} aria-hidden />
              </FormLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Where each step is done. */
const LEADS_TO: Readonly<Record<Step, string>> = {
  address: paths.ownAddress,
  name: paths.settings,
  timeZone: paths.settings,
  children: paths.attendees,
  class: paths.newClass,
  invite: paths.inviteSeveral,
}

/** The step that is to be done next, with the ways to do it. */
function NextStep(props: {
  step: Step
  /** The browser's time zone. */
  zone: string
  onZone: (zone: string) => Promise<void>
}) {
  const { t } = useMessages()
  const { step, zone, onZone } = props
  const own = runtimeConfig().timeZone
  return (
    <div className={classes.next}>
      <Mark />
      <div>
        <p className={classes.title}>{t(`gettingStarted.${step}`)}</p>
        <p className={classes.why}>
          {t(`gettingStarted.${step}.why`, { address: PLACEHOLDER_ADDRESS, zone: own, yours: zone })}
        </p>
      </div>
      <div className={classes.actions}>
        {step === 'timeZone' ? (
          <>
            <Button onClick={() => void onZone(zone)}>{t('gettingStarted.timeZone.do', { zone })}</Button>
            <Button variant="default" onClick={() => void onZone(own)}>
              {t('gettingStarted.timeZone.keep', { zone: own })}
            </Button>
          </>
        ) : step === 'children' ? (
          <>
            <Button component={FormLink} to={paths.importAttendees}>
              {t('gettingStarted.children.do')}
            </Button>
            <Button variant="default" component={FormLink} to={paths.newAttendee}>
              {t('gettingStarted.children.one')}
            </Button>
          </>
        ) : (
          <Button component={FormLink} to={LEADS_TO[step]}>
            {t(`gettingStarted.${step}.do`)}
          </Button>
        )}
      </div>
    </div>
  )
}

function Mark({ done = false }: { done?: boolean }) {
  return (
    <span className={classes.mark} data-done={done || undefined} aria-hidden>
      {done && <IconCheck size={16} stroke={2.5} />}
    </span>
  )
}

/** Saves settings of the church, and returns whether that worked. */
function useSave() {
  const { t } = useMessages()
  const queries = useQueryClient()
  return async (body: NonNullable<CallInput<'PUT /settings'>['body']>) => {
    try {
      await callApi('PUT /settings', { body })
      // Another time zone is another day on other pages, too.
      await Promise.all([loadRuntimeConfig(), queries.invalidateQueries()])
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      await showFailure(t('settings.failed'), error)
      return false
    }
  }
}
