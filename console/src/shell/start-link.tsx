import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { isOn } from './app-route.ts'
import classes from './plain-page.module.css'

/** A link on a page that has nothing to show: to the sermons, or to Today if the church doesn't use sermons. */
export function StartLink() {
  const { t } = useMessages()
  const hasSermons = isOn(paths.preaching)
  return (
    <Link className={classes.action} to={hasSermons ? paths.preaching : paths.today}>
      {t(hasSermons ? 'shell.notFound.toPreaching' : 'refused.off.toToday')}
    </Link>
  )
}
