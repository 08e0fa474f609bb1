import type { CSSProperties } from 'react'
import { FACE_COLOURS } from '../ui/face-colours.ts'
import classes from './face.module.css'

/** The initials of somebody in a round whose colour stays theirs. The name stands beside it. */
export function Face({ of }: { of: { id: number; first_name: string; last_name: string } }) {
  const { light, onLight, dark, onDark } = FACE_COLOURS[of.id % FACE_COLOURS.length] ?? FACE_COLOURS[0]
  const style = { '--light': light, '--on-light': onLight, '--dark': dark, '--on-dark': onDark }
  return (
    <span className={classes.face} style={style as CSSProperties} aria-hidden>
      {initialsOf(of)}
    </span>
  )
}

/** The first letter of the first and of the last name, each with the accents and signs that belong to it. */
export function initialsOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const letters = new Intl.Segmenter()
  return [first_name, last_name]
    .map((name) => letters.segment(name.trim())[Symbol.iterator]().next().value?.segment ?? '')
    .join('')
    .toLocaleUpperCase()
}
