import type { CSSProperties } from 'react'
import classes from './face.module.css'
import { FACE_COLOURS } from './face-colours.ts'

/** Made once: it takes longer than to find the first letter of a name. */
const LETTERS = new Intl.Segmenter()

/**
 * The photo of a person, or their initials in a circle whose colour is always the same for them. The name is beside it.
 * Its size is the `--face` of the surrounding element.
 */
export function Face({
  of,
  picture,
}: {
  of: { id: number; first_name: string; last_name: string }
  picture: string | undefined
}) {
  if (picture !== undefined) {
    return <img className={classes.face} src={picture} alt="" width={96} height={96} draggable={false} />
  }
  const { light, onLight, dark, onDark } = FACE_COLOURS[of.id % FACE_COLOURS.length] ?? FACE_COLOURS[0]
  const style = { '--light': light, '--on-light': onLight, '--dark': dark, '--on-dark': onDark }
  // The letters are drawn by the style sheet, so they are not part of the surrounding text.
  return (
    <span
      className={classes.face}
      style={style as CSSProperties}
      data-initials={initialsOf(of)}
      aria-hidden
    />
  )
}

/** The first letter of the first and of the last name, each with its accents and other marks. */
export function initialsOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return [first_name, last_name]
    .map((name) => LETTERS.segment(name.trim())[Symbol.iterator]().next().value?.segment ?? '')
    .join('')
    .toLocaleUpperCase()
}
