import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { WORD_LANGUAGES, type WordLanguage } from '../messages/choose-language.ts'
import { useMessages } from '../messages/use-messages.ts'
import { HeaderMenu, HeaderMenuItem } from './header-menu.tsx'

export function LanguageMenu() {
  const { t, language, setLanguage } = useMessages()
  return (
    <HeaderMenu
      name={t('shell.language', { name: WORD_LANGUAGES[language] })}
      icon={<IconLanguage size={20} stroke={1.75} aria-hidden />}
    >
      {Object.entries(WORD_LANGUAGES).map(([tag, name]) => (
        <HeaderMenuItem
          key={tag}
          lang={tag}
          checked={tag === language}
          icon={tag === language ? <IconCheck size={16} aria-hidden /> : null}
          onChoose={() => void setLanguage(tag as WordLanguage)}
        >
          {name}
        </HeaderMenuItem>
      ))}
    </HeaderMenu>
  )
}
