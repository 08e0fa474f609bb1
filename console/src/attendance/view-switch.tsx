import { useMessages } from '../messages/use-messages.ts'
import classes from './view-switch.module.css'

const VIEWS = ['roll', 'records'] as const

/** Chooses between the roll call and the records. */
export function ViewSwitch(props: { shown: 'roll' | 'records'; onShow: (view: 'roll' | 'records') => void }) {
  const { t } = useMessages()
  return (
    <fieldset className={classes.switch}>
      <legend className="visually-hidden">{t('attendance.view')}</legend>
      {VIEWS.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={props.shown === view}
          onClick={() => props.onShow(view)}
        >
          {t(`attendance.view.${view}`)}
        </button>
      ))}
    </fieldset>
  )
}
