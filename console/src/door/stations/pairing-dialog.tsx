import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  BRIDGE_MARK,
  PAIRING_MARK,
  STATION_PATH,
  type StationKind,
} from '@vestry/contract/sunday-school/station-rules.ts'
import { toString as drawCode } from 'qrcode'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { callApi } from '../../api/call-api.ts'
import { queryClient } from '../../api/query-client.ts'
import { apiAddress } from '../../console-config.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { DialogFrame } from '../../ui/dialogs/dialog-frame.tsx'
import { copyText } from '../../ui/forms/copy-text.ts'
import { listStations } from './list-stations.ts'
import classes from './pairing-dialog.module.css'

/** A station that waits for its device. */
export type MadeStation = { kind: StationKind; name: string; secret: string }

/** The names of a machine for itself, by which no other one reaches it. */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Shows what makes a device the station, a link or a command; nobody can have it shown again. */
export function PairingDialog({
  station: { kind, name, secret },
  onClose,
}: {
  station: MadeStation
  onClose: () => void
}) {
  const { t } = useMessages()
  const id = useId()
  const [copied, setCopied] = useState(false)
  const isLocal = LOCAL.has(location.hostname)
  const { data: address } = useQuery({
    queryKey: ['address'],
    queryFn: ({ signal }) => callApi('GET /address', { signal }),
    enabled: isLocal,
  })
  const isReached = address !== undefined && address.way !== 'local'
  const origin = isLocal && isReached ? new URL(address.publicUrl).origin : location.origin
  const isBridge = kind === 'bridge'
  const link = isBridge
    ? `${new URL(apiAddress(), origin)}${BRIDGE_MARK}${secret}`
    : `${origin}${STATION_PATH}${PAIRING_MARK}${secret}`
  // In quotes, since a shell could take the mark for one of its own.
  const copying = isBridge ? `npm run vestry -- bridge "${link}"` : link
  const { data: picture } = useQuery({
    queryKey: ['door', 'pairing', link],
    queryFn: async () =>
      `data:image/svg+xml,${encodeURIComponent(await drawCode(link, { type: 'svg', margin: 2 }))}`,
    enabled: !isBridge,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const close = () => {
    void queryClient.invalidateQueries(listStations)
    onClose()
  }
  return (
    <DialogFrame onEscape={close} labelledBy={id} describedBy={`${id}-text`}>
      <div className={classes.pairing}>
        <h2 id={id}>{t(isBridge ? 'stations.bridge.title' : 'stations.pair.title', { name })}</h2>
        <p id={`${id}-text`}>{t(isBridge ? 'stations.bridge.run' : 'stations.pair.scan')}</p>
        {address?.way === 'local' && (
          <p>
            {t('stations.pair.local')} <Link to={paths.phones}>{t('stations.pair.phones')}</Link>
          </p>
        )}
        {picture !== undefined && (
          <img src={picture} width={232} height={232} alt={t('stations.pair.picture')} />
        )}
        {isBridge ? (
          <>
            <code>{copying}</code>
            <p>{t('stations.bridge.again')}</p>
          </>
        ) : (
          <a href={link} target="_blank" rel="noreferrer">
            {link}
          </a>
        )}
        <div className={classes.actions}>
          <span role="status">{copied && t('stations.pair.copied')}</span>
          <Button variant="default" onClick={() => void copyText(copying).then(setCopied)}>
            {t('ui.copy')}
          </Button>
          <Button data-first-focus onClick={close}>
            {t('stations.pair.close')}
          </Button>
        </div>
      </div>
    </DialogFrame>
  )
}
