import { useMessages } from '../messages/use-messages.ts'
import classes from './plain-page.module.css'
import { StartLink } from './start-link.tsx'

/** Shown in place of a page for administrators. The server refuses its calls in any case. */
export function RefusedPage() {
  return <Refused by="administrators" />
}

/** Shown in place of a page that needs a right which the person's group lacks. */
export function WithoutRightPage() {
  return <Refused by="right" />
}

function Refused({ by }: { by: 'administrators' | 'right' }) {
  const { t } = useMessages()
  return (
    <div className={classes.message}>
      <h1>{t(`refused.${by}.title`)}</h1>
      <p>{t(`refused.${by}.text`)}</p>
      <StartLink />
    </div>
  )
}
