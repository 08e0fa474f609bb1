import { MESSAGE_LANGUAGES, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { IconCheck, IconLanguage } from '../ui/look/icons.ts'
import { HeaderMenu, HeaderMenuItem } from './header-menu.tsx'

export function LanguageMenu() {
  const { t, language, setLanguage } = useMessages()
  const choose = (tag: MessageLanguage) =>
    fetchCode(() => setLanguage(tag)).catch(() => showNotice({ message: t('data.offline') }))
  return (
    <HeaderMenu
      name={t('shell.language', { name: MESSAGE_LANGUAGES[language].name })}
      icon={<IconLanguage size={20} stroke={1.75} aria-hidden />}
    >
      {Object.entries(MESSAGE_LANGUAGES).map(([tag, { name }]) => (
        <HeaderMenuItem
          key={tag}
          lang={tag}
          checked={tag === language}
          icon={tag === language ? <IconCheck size={16} aria-hidden /> : null}
          onChoose={() => void choose(tag as MessageLanguage)}
        >
          {name}
        </HeaderMenuItem>
      ))}
    </HeaderMenu>
  )
}
