import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import labels from '../ui/forms/field-labels.module.css'
import { PageHeading } from '../ui/page-heading.tsx'
import sticky from '../ui/sticky-bar.module.css'
import classes from './form-frame.module.css'

/** A page with one form. */
export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <PageHeading title={title} />
      {children}
    </div>
  )
}

/** The fields of a form in one column, above its two buttons. Ctrl+S saves too, unless a question is open. */
export function FormFrame(props: {
  form: { save: () => Promise<void>; cancel: () => void; notices: ReactNode }
  /** The verb of the primary action. */
  submit: string
  /** Content that is not a field: above the form, or beside it where there is room. */
  side?: ReactNode
  children: ReactNode
}) {
  const { t } = useMessages()
  const { form, side } = props
  const saveUnlessAsked = () => {
    if (document.querySelector('dialog:modal') === null) {
      void form.save()
    }
  }
  useHotkeys([['mod+S', saveUnlessAsked]], [])
  return (
    <div className={classes.columns}>
      {side && <div className={classes.side}>{side}</div>}
      <form
        className={`${classes.form} ${labels.fields}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        {form.notices}
        <div className={classes.fields}>{props.children}</div>
        <div className={`${classes.actions} ${sticky.bar}`}>
          <Button variant="default" onClick={form.cancel}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" aria-keyshortcuts="Control+S">
            {props.submit}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** A picture beside a form; it is left out where there is no room beside it. */
export function FormPicture({ children }: { children: ReactNode }) {
  return (
    <div className={classes.picture} data-form-picture>
      {children}
    </div>
  )
}

/** Further fields of a form, under a heading. */
export function FormSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <div>{children}</div>
    </section>
  )
}

/** Something that a person should know about their draft, with the actions for it. */
export function FormNotice(props: {
  text: string
  quiet?: boolean
  action?: { label: string; run: () => void } | undefined
}) {
  return (
    <div className={classes.notice} data-quiet={props.quiet} role="status">
      <p>{props.text}</p>
      {props.action !== undefined && (
        <Button variant="default" size="compact-sm" onClick={props.action.run}>
          {props.action.label}
        </Button>
      )}
    </div>
  )
}

/** Shown in place of a form while it loads: a bar for each field, with the field's height in pixels. */
export function FormSkeleton({ heights }: { heights: readonly number[] }) {
  return (
    <div className={classes.skeleton} aria-hidden>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        <span key={index} style={{ height }} />
      ))}
    </div>
  )
}
