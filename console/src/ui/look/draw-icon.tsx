import type { ReactNode, SVGProps } from 'react'

/** `size` in pixels, `stroke` the width of the line on a field of 24 by 24. */
type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number; stroke?: number }

export type Icon = (props: IconProps) => ReactNode

/** A component for an icon that is one line. */
export function drawIcon(line: string): Icon {
  return (props) => draw(line, props)
}

function draw(line: string, { size = 24, stroke = 2, ...others }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...others}
    >
      <path d={line} />
    </svg>
  )
}
