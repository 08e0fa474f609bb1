/** An arched church door with a cross: the product's mark. Its name is beside it as text. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--vestry-accent-fill)" />
      <path
        d="M9 25V14a7 7 0 0 1 14 0v11M16 11v9M12.5 14.5h7"
        fill="none"
        stroke="#fff"
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
