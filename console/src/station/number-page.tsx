import { MAX_NUMBER, MIN_PHONE_DIGITS } from '@vestry/contract/sunday-school/station-rules.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { CodeCamera } from '../ui/camera/code-camera.tsx'
import { hasCamera } from '../ui/camera/read-codes.ts'
import classes from './station.module.css'

const SIGNS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '0'] as const
const NOT_DIGITS = /\D/g

/** Asks for a telephone number, with keys on the screen or those of a keyboard, as which scanners type; or for a card. */
export function NumberPage({ busy, onFind }: { busy: boolean; onFind: (number: string) => void }) {
  const { t } = useMessages()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [number, setNumber] = useState('')
  const [sees, setSees] = useState(false)
  const isWhole = number.replace(NOT_DIGITS, '').length >= MIN_PHONE_DIGITS

  useEffect(() => {
    field.current?.focus()
    // What a scanner types goes into the field, wherever somebody has tapped before.
    const typed = ({ key, target }: KeyboardEvent) => {
      if (/^\d$/.test(key) && !(target instanceof HTMLInputElement)) {
        field.current?.focus()
      }
    }
    addEventListener('keydown', typed)
    return () => removeEventListener('keydown', typed)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole && !busy) {
      onFind(number)
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
        maxLength={MAX_NUMBER}
        value={number}
        onChange={({ currentTarget: { value } }) => setNumber(value.replace(/[^\d+ ()./-]/g, ''))}
      />
      <p id={`${id}-help`}>{t('station.number.help')}</p>
      {sees ? (
        <CodeCamera
          facing="user"
          texts={{ aim: t('station.camera.aim'), refused: t('station.camera.refused') }}
          onCode={(text) => !busy && onFind(text)}
        />
      ) : (
        <Pad onChange={setNumber} />
      )}
      {hasCamera() && (
        <button type="button" className={classes.other} onClick={() => setSees(!sees)}>
          {t(sees ? 'station.camera.stop' : 'station.camera')}
        </button>
      )}
      <button type="submit" className={classes.primary} aria-disabled={!isWhole || busy}>
        {t('station.find')}
      </button>
    </form>
  )
}

function Pad({ onChange }: { onChange: (change: (before: string) => string) => void }) {
  const { t } = useMessages()
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are keys, no fields of a form
    <div className={classes.pad} role="group" aria-label={t('station.pad')}>
      {SIGNS.map((sign) => (
        <button
          key={sign}
          type="button"
          onPointerDown={keepFocus}
          onClick={() => onChange((before) => (before + sign).slice(0, MAX_NUMBER))}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('station.delete')}
        onPointerDown={keepFocus}
        onClick={() => onChange((before) => before.slice(0, -1))}
      >
        <span aria-hidden>⌫</span>
      </button>
    </div>
  )
}

/** Whoever taps a key may go on with those of a keyboard. */
function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault()
}
