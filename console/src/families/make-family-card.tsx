import type { Family } from '@vestry/contract/calls/families.ts'
import { callApi } from '../api/call-api.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { church } from '../console-config.ts'
import { drawLabel } from '../door/labels/draw-label.ts'
import { asPaper, labelPlace } from '../door/labels/label-place.ts'
import { printPictures } from '../door/labels/print-view.ts'
import { t } from '../messages/messages.ts'
import { confirm, whileShowing } from '../ui/dialogs/dialogs.ts'
import { reloadFamilies } from './family-calls.ts'
import classes from './family-card.module.css'

/** Asks, gives a family a card, and shows it to be printed: nobody can have it shown again. */
export async function makeFamilyCard({ id, name }: Family): Promise<false> {
  const isWanted = await confirm({
    title: t('families.page.card.question', { name }),
    message: t('families.page.card.text'),
    yes: t('families.page.card.make'),
    no: t('ui.dialog.cancel'),
  })
  if (isWanted) {
    try {
      const { card } = await whileShowing(t('families.page.card.making'), async () => {
        const made = await callApi('POST /families/card', { body: { family_id: id } })
        await reloadFamilies()
        return made
      })
      await showCard(name, card)
    } catch (error) {
      await tellRefusal(t('families.page.card.failed', { name }), error)
    }
  }
  return false
}

async function showCard(name: string, card: string): Promise<void> {
  const size = asPaper(labelPlace())
  const of = t('families.page.card.of')
  const whose = church().name
  const content = {
    ...{ kind: 'card' as const, warning: '', code: card },
    ...(whose === '' ? { head: of, lines: [] } : { head: whose, lines: [of] }),
  }
  const shown = drawLabel(content, 'a4_of_8').toDataURL()
  const question = {
    title: t('families.page.card.made', { name }),
    message: t('families.page.card.made.text'),
    content: <img className={classes.card} src={shown} alt={t('families.page.card.picture')} />,
    yes: t('families.page.card.print'),
    no: t('families.page.card.close'),
  }
  while (await confirm(question)) {
    await printPictures([drawLabel(content, size)], size)
  }
}
