import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Address } from '@vestry/contract/calls/address.ts'
import { toString as drawCode } from 'qrcode'
import { useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { runtimeConfig } from '../console-config.ts'
import { FormPage } from '../forms/form-frame.tsx'
import { LoadedRecord } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { copyText } from '../ui/forms/copy-text.ts'
import { formatDate } from '../ui/wall-clock.ts'
import classes from './phones-page.module.css'

/** The address, and the code of it for a phone's camera, as the address of a picture. */
const findAddress = queryOptions({
  queryKey: ['address'],
  queryFn: async ({ signal }) => {
    const address = await callApi('GET /address', { signal })
    const code = await drawCode(address.phoneUrl, { type: 'svg', margin: 2 })
    return { ...address, picture: `data:image/svg+xml,${encodeURIComponent(code)}` }
  },
})

/** How phones, and other machines, come to open the console. */
export function PhonesPage() {
  const { t } = useMessages()
  const address = useQuery(findAddress)
  const failed = t('phones.loadFailed')
  return (
    <FormPage title={t('shell.page.phones')}>
      <LoadedRecord
        record={address}
        choices={{}}
        failed={{ record: failed, choices: failed }}
        toList={{ label: t('shell.page.settings'), to: paths.settings }}
        heights={[260]}
      >
        {(known) =>
          known &&
          (known.way === 'local' ? <OnThisMachine /> : <ForPhones address={known} picture={known.picture} />)
        }
      </LoadedRecord>
    </FormPage>
  )
}

/** What the operator does so that others can open it. */
function OnThisMachine() {
  const { t } = useMessages()
  return (
    <>
      <p>{t('phones.local')}</p>
      <p className={classes.way}>{t('phones.local.lan')}</p>
      <code className={classes.command}>VESTRY_LAN=on npm start</code>
      <p className={classes.way}>{t('phones.local.domain')}</p>
      <code className={classes.command}>VESTRY_DOMAIN=vestry.example.org npm start</code>
    </>
  )
}

function ForPhones({ address, picture }: { address: Address; picture: string }) {
  const { t, language } = useMessages()
  const [copied, setCopied] = useState(false)
  const { way, phoneUrl, fingerprint, validUntil, failure } = address
  return (
    <>
      {failure && <Failure failure={failure} />}
      <div className={classes.code}>
        <img src={picture} width={208} height={208} alt={t('phones.picture')} />
        <div className={classes.beside}>
          <p>{t('phones.scan')}</p>
          <p className={classes.address}>{phoneUrl}</p>
          <Button variant="default" onClick={() => void copyText(phoneUrl).then(setCopied)}>
            {t('ui.copy')}
          </Button>
          <span role="status" className={classes.copied}>
            {copied && t('phones.copied')}
          </span>
          {way === 'lan' && <p className={classes.way}>{t('phones.lan')}</p>}
        </div>
      </div>
      {fingerprint !== '' && (
        <p className={classes.quiet}>
          {t('phones.fingerprint')}
          <code>{fingerprint.replaceAll(':', ' ')}</code>
        </p>
      )}
      {validUntil !== '' && (
        <p className={classes.quiet}>{t('phones.validUntil', { day: formatDate(validUntil, language) })}</p>
      )}
    </>
  )
}

/** Why the certificate could not be fetched, and when it is tried again. */
function Failure({ failure: { kind, said, nextTry } }: { failure: NonNullable<Address['failure']> }) {
  const { t, language } = useMessages()
  const time = new Date(nextTry).toLocaleTimeString(language, {
    timeZone: runtimeConfig().timeZone,
    hour: 'numeric',
    minute: '2-digit',
  })
  return (
    <div role="alert" className={classes.failure}>
      <p>{t(`phones.failure.${kind}`)}</p>
      {said !== '' && <p className={classes.quiet}>{t('phones.failure.said', { said })}</p>}
      <p className={classes.quiet}>{t('phones.failure.next', { time })}</p>
    </div>
  )
}
