import { useWords } from '../words/use-words.ts'

export function PreachingFormPage() {
  const { t } = useWords()
  return <h1>{t('shell.page.preaching.new')}</h1>
}
