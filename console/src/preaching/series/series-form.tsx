import { Select, Textarea, TextInput } from '@mantine/core'
import type { SermonSeries } from '@vestry/contract/calls/sermon-series.ts'
import { SERIES_ORDERS } from '@vestry/contract/rules/preaching-rules.ts'
import { Link } from 'react-router'
import { FormFrame, FormPicture } from '../../forms/form-frame.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { FileUploader, fileProps } from '../form/file-uploader.tsx'
import { ChosenPicture } from '../sermon/chosen-picture.tsx'
import classes from './series-form.module.css'
import { useSeriesForm } from './use-series-form.ts'

/** The form of a series, with a link to its sermons. */
export function SeriesForm({ series }: { series: SermonSeries }) {
  const { t } = useMessages()
  const form = useSeriesForm(series)
  const { values } = form
  const sermons = t('series.sermons', { count: series.items })
  return (
    <>
      <FormFrame
        form={form}
        submit={t('series.update')}
        side={
          values.picture_path !== '' && (
            <FormPicture>
              <ChosenPicture file={form.picture} path={values.picture_path} />
            </FormPicture>
          )
        }
      >
        <TextInput {...form.input('name')} label={t('series.name')} autoCapitalize="words" />
        <Textarea
          {...form.input('description')}
          label={t('series.description')}
          autosize
          minRows={3}
          maxRows={12}
        />
        <FileUploader
          {...fileProps(form, form.loaded, 'picture_path', form.picture)}
          label={t('series.picture')}
          kind="image"
          type="image"
          onChoose={form.choosePicture}
          onClear={form.clearPicture}
          onRemove={form.removePicture}
        />
        <Select
          {...form.field('order')}
          label={t('series.order')}
          description={t('series.order.help')}
          allowDeselect={false}
          data={SERIES_ORDERS.map((order) => ({ value: order, label: t(`series.order.${order}`) }))}
          value={values.order}
          onChange={(order) => order !== null && form.set('order', order as typeof values.order)}
          comboboxProps={{ withinPortal: false, shadow: 'md' }}
        />
      </FormFrame>
      <p className={classes.sermons}>
        {series.items === 0 ? sermons : <Link to={paths.preachingOf('series', series.id)}>{sermons}</Link>}
      </p>
    </>
  )
}
