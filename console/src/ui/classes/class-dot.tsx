import type { CSSProperties } from 'react'
import classes from '../class-dot.module.css'
import { CLASS_COLOURS } from './class-colours.ts'

/** The colour of a class, as `--light` and `--dark`; it is that of its series wherever it appears. */
export function classColour(series: number): CSSProperties {
  const { light, dark } = CLASS_COLOURS[series % CLASS_COLOURS.length] ?? CLASS_COLOURS[0]
  return { '--light': light, '--dark': dark } as CSSProperties
}

/** A class's colour beside its title. */
export function ClassDot({ series }: { series: number }) {
  return <i className={classes.dot} style={classColour(series)} aria-hidden />
}
