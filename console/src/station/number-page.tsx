import { MAX_PHONE, MIN_PHONE_DIGITS } from '@vestry/contract/sunday-school/station-rules.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import classes from './station.module.css'

const SIGNS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '0'] as const
const NOT_DIGITS = /\D/g

/** Asks for a telephone number, with keys on the screen or those of a keyboard. */
export function NumberPage({ busy, onFind }: { busy: boolean; onFind: (phone: string) => void }) {
  const { t } = useMessages()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [phone, setPhone] = useState('')
  const isWhole = phone.replace(NOT_DIGITS, '').length >= MIN_PHONE_DIGITS

  useEffect(() => field.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole && !busy) {
      onFind(phone)
    }
  }
  return (
    <form className={classes.number} onSubmit={submit} autoComplete="off">
      <h1>{t('station.welcome')}</h1>
      <label htmlFor={id}>{t('station.number')}</label>
      <input
        ref={field}
        id={id}
        // The keys below are the keyboard: the device need not show its own.
        inputMode="none"
        type="text"
        autoComplete="off"
        aria-describedby={`${id}-help`}
        maxLength={MAX_PHONE}
        value={phone}
        onChange={({ currentTarget: { value } }) => setPhone(value.replace(/[^\d+ ()./-]/g, ''))}
      />
      <p id={`${id}-help`}>{t('station.number.help')}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: these are keys, no fields of a form */}
      <div className={classes.pad} role="group" aria-label={t('station.pad')}>
        {SIGNS.map((sign) => (
          <button
            key={sign}
            type="button"
            onPointerDown={keepFocus}
            onClick={() => setPhone((before) => (before + sign).slice(0, MAX_PHONE))}
          >
            {sign}
          </button>
        ))}
        <button
          type="button"
          aria-label={t('station.delete')}
          onPointerDown={keepFocus}
          onClick={() => setPhone((before) => before.slice(0, -1))}
        >
          <span aria-hidden>⌫</span>
        </button>
      </div>
      <button type="submit" className={classes.primary} aria-disabled={!isWhole || busy}>
        {t('station.find')}
      </button>
    </form>
  )
}

/** Whoever taps a key may go on with those of a keyboard. */
function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault()
}
