import { Button, Textarea, TextInput } from '@mantine/core'
import { normalForm } from '@vestry/contract/text/normal-form.ts'
import { useId, useRef, useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { copyText } from '../forms/copy-text.ts'
import { ProgressBox } from '../forms/progress-box.tsx'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '../look/icons.ts'
import { Reference } from '../reference.tsx'
import classes from './dialog-boxes.module.css'
import { CornerCards } from './dialog-corner.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { DialogNotice } from './dialog-notice.tsx'
import type { AnyQuestion, ChoiceQuestion, Message, OpenBox, Status } from './dialogs.ts'
import '../forms/presses.ts'
import '../say-unexpected.ts'

const ICONS: Record<Status, typeof IconCircleCheck> = {
  success: IconCircleCheck,
  error: IconCircleX,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
}

export function DialogBoxes({ boxes }: { boxes: readonly OpenBox[] }) {
  const cards = boxes.filter(isCard)
  return (
    <>
      {boxes.map((box) => !isCard(box) && <Box key={box.id} box={box} />)}
      {cards.length > 0 && <CornerCards cards={cards} />}
    </>
  )
}

/** Whether it is in the corner and covers nothing. */
function isCard(box: OpenBox): box is Extract<OpenBox, { kind: 'progress' }> {
  return box.kind === 'progress' && box.progress.corner !== undefined
}

function Box({ box }: { box: OpenBox }) {
  switch (box.kind) {
    case 'message':
      return <MessageBox message={box.message} onDone={box.answer} />
    case 'notice':
      return <DialogNotice notice={box.notice} onDone={box.answer} />
    case 'question':
      return <QuestionBox question={box.question} onAnswer={box.answer} />
    case 'progress':
      return (
        <DialogFrame onEscape={undefined} label={box.progress.message} late>
          <ProgressBox progress={box.progress} />
        </DialogFrame>
      )
  }
}

function MessageBox({ message, onDone }: { message: Message; onDone: (acted?: boolean) => void }) {
  const { t } = useMessages()
  const Icon = ICONS[message.status]
  return (
    <DialogFrame
      onEscape={() => onDone()}
      role="alertdialog"
      labelledBy="message-box-title"
      describedBy="message-box-text"
    >
      <div className={classes.head} data-status={message.status}>
        <Icon size={24} stroke={1.75} aria-hidden />
        <h2 id="message-box-title">{message.title ?? t(`ui.status.${message.status}`)}</h2>
      </div>
      <div id="message-box-text" className={classes.text}>
        <p>{message.message}</p>
        {message.code !== undefined && <Code text={message.code} />}
        {message.details?.map((detail) => (
          <p key={detail} className={classes.detail}>
            {detail}
          </p>
        ))}
        <Reference id={message.reference} />
      </div>
      <div className={classes.actions}>
        {message.action !== undefined && (
          <Button variant="default" onClick={() => onDone(true)}>
            {message.action}
          </Button>
        )}
        <Button data-first-focus onClick={() => onDone()}>
          {t('ui.dialog.ok')}
        </Button>
      </div>
    </DialogFrame>
  )
}

/** A text to hand on. Where the browser lets nothing be copied, such as without TLS, it is selected instead. */
function Code({ text }: { text: string }) {
  const { t } = useMessages()
  const code = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (await copyText(text)) {
      setCopied(true)
    } else if (code.current) {
      getSelection()?.selectAllChildren(code.current)
    }
  }
  return (
    <p>
      <code ref={code} className={classes.code}>
        {text}
      </code>
      <Button variant="default" size="xs" mt="xs" onClick={() => void copy()}>
        <span aria-live="polite">{t(copied ? 'ui.copied' : 'ui.copy')}</span>
      </Button>
    </p>
  )
}

function QuestionBox(props: { question: AnyQuestion; onAnswer: (text: string | undefined) => void }) {
  const { question, onAnswer } = props
  const area = 'textArea' in question ? question.textArea : undefined
  const choice = 'choice' in question ? question.choice : undefined
  const { match } = question
  const [text, setText] = useState((area ?? choice)?.value ?? '')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const goAhead = () => {
    if (match !== undefined && !isSameText(typed, match.text)) {
      setWrong(true)
      field.current?.focus()
    } else {
      onAnswer(text)
    }
  }
  return (
    <DialogFrame
      onEscape={() => onAnswer(undefined)}
      role="alertdialog"
      labelledBy="question-title"
      describedBy={question.message === undefined ? undefined : 'question-text'}
    >
      <div className={classes.head}>
        <h2 id="question-title">{question.title}</h2>
      </div>
      {question.message !== undefined && (
        <div id="question-text" className={classes.text}>
          <p>{question.message}</p>
          {question.content}
          {question.detail !== undefined && <p className={classes.detail}>{question.detail}</p>}
        </div>
      )}
      {match !== undefined && (
        <TextInput
          ref={field}
          data-first-focus
          className={classes.match}
          label={match.label}
          value={typed}
          error={wrong && match.wrong}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setWrong(false)
          }}
          onKeyDown={(event) => event.key === 'Enter' && goAhead()}
        />
      )}
      {area !== undefined && (
        <Textarea
          data-first-focus
          label={area.label}
          value={text}
          maxLength={area.maxLength ?? 1000}
          autosize
          minRows={3}
          onChange={(event) => {
            setText(event.currentTarget.value)
            area.onType?.(event.currentTarget.value)
          }}
        />
      )}
      {choice !== undefined && <ChoiceFields choice={choice} value={text} onChange={setText} />}
      <div className={classes.actions}>
        <Button
          variant="default"
          {...(area === undefined &&
            choice === undefined &&
            match === undefined && { 'data-first-focus': true })}
          onClick={() => onAnswer(undefined)}
        >
          {question.no}
        </Button>
        <Button {...(question.danger === true && { color: 'red' })} onClick={goAhead}>
          {question.yes}
        </Button>
      </div>
    </DialogFrame>
  )
}

/** In a name, an apostrophe is a letter (Lm), but it is typed as a punctuation mark. */
function isSameText(typed: string, wanted: string): boolean {
  const lettersOf = (text: string) =>
    normalForm(text, 'NFKD')
      .replace(/[^\p{L}\p{N}]|\p{Lm}/gu, '')
      .toLowerCase()
  return typed.trim() === wanted || (lettersOf(typed) !== '' && lettersOf(typed) === lettersOf(wanted))
}

function ChoiceFields(props: {
  choice: ChoiceQuestion['choice']
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <fieldset className={classes.choice}>
      <legend className="visually-hidden">{props.choice.label}</legend>
      {props.choice.options.map(({ value, label, detail }) => (
        <label key={value}>
          <input
            type="radio"
            name={id}
            value={value}
            checked={value === props.value}
            {...(value === props.choice.value && { 'data-first-focus': true })}
            aria-describedby={detail === undefined ? undefined : `${id}-${value}`}
            onChange={() => props.onChange(value)}
          />
          <span>{label}</span>
          {detail !== undefined && (
            <span id={`${id}-${value}`} className={classes.detail}>
              {detail}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
