import { Component, type ReactNode } from 'react'
import { ApiError } from '../api/call-api.ts'
import { t } from '../messages/messages.ts'
import { NotLoaded } from './not-loaded.tsx'
import classes from './plain-page.module.css'

/** Keeps the shell when a page breaks, and offers to draw the page again. */
export class PageFailure extends Component<{ children: ReactNode }, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) {
      return this.props.children
    }
    const broken = (
      <div className={classes.message} role="alert">
        <h1>{t('ui.error.title')}</h1>
        <p>{t('shell.failure.text')}</p>
        <button type="button" className={classes.action} onClick={() => location.reload()}>
          {t('ui.error.retry')}
        </button>
      </div>
    )
    const { error } = failure
    return error instanceof ApiError && error.code === 'unreachable' ? (
      <NotLoaded otherwise={broken} />
    ) : (
      broken
    )
  }
}
