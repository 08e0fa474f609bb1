import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LABEL_SIZES } from '@vestry/contract/sunday-school/label-rules.ts'
import { useState } from 'react'
import { HELP_BELOW } from '../../forms/help-below.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { asLabelPlace, asPaper, chooseLabelPlace, labelPlace } from './label-place.ts'
import { listPrinters } from './list-printers.ts'

/** Where this device prints labels. */
export function LabelPlaceField() {
  const { t } = useMessages()
  const { data: printers = [] } = useQuery(listPrinters)
  const [chosen, setChosen] = useState(labelPlace)
  const places = [
    ...(printers.length > 0 ? [{ value: 'printers', label: t('labelPlace.printers') }] : []),
    ...printers.map(({ id, name }) => ({ value: `printer/${id}`, label: t('labelPlace.printer', { name }) })),
    ...LABEL_SIZES.map((value) => ({
      value,
      label: t('labelPlace.browser', { size: t(`doorLabels.size.${value}`) }),
    })),
  ]
  const isThere = places.some(({ value }) => value === chosen)
  return (
    <NativeSelect
      label={t('labelPlace.label')}
      description={t('labelPlace.help')}
      inputWrapperOrder={HELP_BELOW}
      data={places}
      value={isThere ? chosen : printers.length > 0 ? 'printers' : asPaper(chosen)}
      onChange={({ currentTarget: { value } }) => {
        const place = asLabelPlace(value)
        chooseLabelPlace(place)
        setChosen(place)
      }}
    />
  )
}
