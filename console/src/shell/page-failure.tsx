import { Component, type ReactNode } from 'react'
import { t } from '../words/words.ts'
import classes from './plain-page.module.css'

/** Keeps the shell when a page breaks, and offers to draw the page again. */
export class PageFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) {
      return this.props.children
    }
    return (
      <div className={classes.message} role="alert">
        <h1>{t('shell.failure.title')}</h1>
        <p>{t('shell.failure.text')}</p>
        <button type="button" className={classes.action} onClick={() => location.reload()}>
          {t('shell.failure.retry')}
        </button>
      </div>
    )
  }
}
