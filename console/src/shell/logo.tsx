import { useMessages } from '../messages/use-messages.ts'
import { useChurch } from '../ui/use-church.ts'

/** The church's logo, or else the product's: an arched church door with a cross. The name is beside it as text. */
export function Logo({ size = 28 }: { size?: number }) {
  const { logo } = useChurch()
  return logo !== '' ? (
    <img src={logo} alt="" width={size} height={size} style={{ objectFit: 'contain' }} />
  ) : (
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

/** The church's name, or else the product's. */
export function ChurchName() {
  const { t } = useMessages()
  const { name } = useChurch()
  return <span>{name || t('shell.product')}</span>
}
