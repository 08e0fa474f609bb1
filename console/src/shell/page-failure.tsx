import { Component, type ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { NotLoaded } from './not-loaded.tsx'
import classes from './plain-page.module.css'

/** What browsers, and Vite, say of code that could not be fetched. */
const NOT_LOADED = /dynamically imported module|module script failed|preload CSS/i

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
        <h1>{t('shell.failure.title')}</h1>
        <p>{t('shell.failure.text')}</p>
        <button type="button" className={classes.action} onClick={() => location.reload()}>
          {t('shell.failure.retry')}
        </button>
      </div>
    )
    const { error } = failure
    return error instanceof Error && NOT_LOADED.test(error.message) ? (
      <NotLoaded otherwise={broken} />
    ) : (
      broken
    )
  }
}
