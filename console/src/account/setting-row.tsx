import { Button } from '@mantine/core'
import { type ReactNode, use, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import button from '../ui/wrapping-button.module.css'
import classes from './account-page.module.css'
import { EditingContext } from './one-at-a-time.tsx'
import { Failure } from './setting-form.tsx'

/** Ends the form of a row; `saved` is shown for a moment. */
export type Closing = (saved?: string) => void

type Action = {
  /** The verb of the button. */
  verb: string
  danger?: boolean
} & (
  | { form: (close: Closing) => ReactNode }
  /** Done at once, or after a question of its own. Returns the text about it to show. */
  | { run: () => Promise<string | undefined>; busy: boolean }
)

/**
 * One setting of the account: its name, its value, and its actions. A form opens in the row; when it is closed, the
 * focus returns to its button.
 */
export function SettingRow(props: {
  /** Distinguishes this row from all others on the page. */
  name: string
  label: string
  /** The setting's value. */
  children: ReactNode
  actions?: readonly Action[]
  failure?: string | undefined
}) {
  const { t } = useMessages()
  const { name, label, actions = [] } = props
  const id = useId()
  const editing = use(EditingContext)
  const row = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(-1)
  const acted = useRef(false)
  const [said, setSaid] = useState('')
  const open = actions.findIndex((_, at) => editing?.open === `${name} ${at}`)
  useLayoutEffect(() => {
    if (open >= 0) {
      row.current?.querySelector<HTMLElement>('form :is(input, select)')?.focus()
    } else if (wasOpen.current >= 0 && !isElsewhere()) {
      row.current?.querySelectorAll<HTMLElement>('[data-action]')[wasOpen.current]?.focus()
    }
    wasOpen.current = open
  }, [open])
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      // The action may have removed what the row was about; a busy button has lost the focus before that.
      if (acted.current && !isElsewhere()) {
        element?.closest('section')?.focus()
      }
    }
  }, [])
  useEffect(() => {
    const timer = said === '' ? undefined : setTimeout(() => setSaid(''), 6000)
    return () => clearTimeout(timer)
  }, [said])
  const form = actions[open]
  const act = (action: Action, at: number) => {
    setSaid('')
    if ('form' in action) {
      void editing?.start(`${name} ${at}`)
    } else {
      acted.current = true
      void action.run().then((outcome) => setSaid(outcome ?? ''))
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would hold fields; this holds one only while it is changed
    <div className={classes.row} ref={row} role="group" aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.about}>
          <h3 id={id}>{label}</h3>
          <div className={classes.value}>{props.children}</div>
        </div>
        <p role="status" className={classes.said}>
          {said}
        </p>
        {form === undefined && actions.length > 0 && (
          <div className={classes.actions}>
            {actions.map((action, at) => (
              <Button
                // biome-ignore lint/suspicious/noArrayIndexKey: the one that adds becomes the one that changes, with the focus
                key={at}
                data-action
                variant="default"
                className={action.danger === true ? `${button.wrapping} ${classes.danger}` : button.wrapping}
                size="sm"
                loading={'busy' in action && action.busy}
                disabled={editing?.saving === true}
                aria-label={t('account.actionFor', { action: action.verb, name: label })}
                onClick={() => act(action, at)}
              >
                {action.verb}
              </Button>
            ))}
          </div>
        )}
      </div>
      {form === undefined && props.failure !== undefined && <Failure text={props.failure} />}
      {form !== undefined &&
        'form' in form &&
        form.form((saved) => {
          setSaid(saved ?? '')
          editing?.close(`${name} ${open}`)
        })}
    </div>
  )
}

/** Whether the person has moved on to something else: then the focus is not brought back. */
function isElsewhere(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body
}
