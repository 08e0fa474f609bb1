import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Stay } from '@vestry/contract/calls/door.ts'
import type { CallChoices, CalledChild } from '@vestry/contract/calls/parent-calls.ts'
import { CALL_REASONS, type CallReason } from '@vestry/contract/sunday-school/call-rules.ts'
import { useId, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialogs/dialog-frame.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { Reference, referenceOf } from '../ui/reference.tsx'
import classes from './call-dialog.module.css'
import { CallStates } from './call-states.tsx'
import { findCallChoices } from './door-calls.ts'
import { nameOf } from './door-texts.ts'
import { type Calling, useParentCall } from './use-parent-call.ts'

/** Calls somebody for a child who is here; it closes once somebody was called, and says what failed. */
export function CallDialog({
  stay,
  called,
  onClose,
}: {
  stay: Stay
  called: CalledChild | undefined
  onClose: () => void
}) {
  const { t } = useMessages()
  const id = useId()
  const [reason, setReason] = useState<CallReason>(called?.calls.at(-1)?.reason ?? 'wanted')
  const { data, error, refetch } = useQuery(findCallChoices(stay.id))
  const { call, busy, failure } = useParentCall(stay)
  const choose = async (to: Calling) => {
    if (await call({ reason, ...to })) {
      onClose()
    }
  }
  return (
    <DialogFrame onEscape={onClose} labelledBy={id}>
      <div className={classes.dialog}>
        <h2 id={id}>{t('door.call.title', { name: nameOf(stay) })}</h2>
        <NativeSelect
          data-first-focus
          label={t('door.call.reason')}
          data={CALL_REASONS.map((value) => ({ value, label: t(`door.call.reason.${value}`) }))}
          value={reason}
          onChange={({ currentTarget: { value } }) =>
            setReason((now) => CALL_REASONS.find((one) => one === value) ?? now)
          }
        />
        {called !== undefined && <CallStates of={called.calls} />}
        <div role="alert">
          {failure !== undefined && (
            <p className={classes.failure}>
              {failure.message} <Reference id={referenceOf(failure)} />
            </p>
          )}
        </div>
        {error !== null && data === undefined && (
          <ErrorBox
            message={t('door.call.choices.failed')}
            detail={error.message}
            failure={error}
            onRetry={() => refetch()}
          />
        )}
        {data !== undefined && (
          <Choices of={data} number={stay.number} busy={busy} onChoose={(to) => void choose(to)} />
        )}
        <Button variant="default" className={classes.close} onClick={onClose}>
          {t('door.call.close')}
        </Button>
      </div>
    </DialogFrame>
  )
}

function Choices({
  of: { ways, adults },
  number,
  busy,
  onChoose,
}: {
  of: CallChoices
  number: number
  busy: boolean
  onChoose: (to: Calling) => void
}) {
  const { t } = useMessages()
  const sendsMessages = ways.some((way) => way !== 'screen')
  return (
    <>
      {ways.includes('screen') && (
        <Button
          className={classes.screen}
          size="lg"
          disabled={busy}
          onClick={() => onChoose({ way: 'screen' })}
        >
          {t('door.call.screen', { number })}
        </Button>
      )}
      <ul className={classes.adults}>
        {adults.map(({ adult_id, name, brought, ways: own }) => (
          <li key={adult_id}>
            <span>
              <b>{name}</b>
              {brought && <small>{t('door.call.brought')}</small>}
            </span>
            <div>
              {own.map((way) => (
                <Button
                  key={way}
                  size="md"
                  variant="default"
                  disabled={busy}
                  onClick={() => onChoose({ way, adult_id, adult: name })}
                >
                  {t(`door.call.${way}`)}
                  <span className="visually-hidden"> {name}</span>
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {sendsMessages && adults.length === 0 && <p>{t('door.call.nobody')}</p>}
      {ways.length === 0 && <p>{t('door.call.noWay')}</p>}
    </>
  )
}
