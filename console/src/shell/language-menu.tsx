import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useWords } from '../words/use-words.ts'
import { WORD_LANGUAGES, type WordLanguage } from '../words/words.ts'

export function LanguageMenu() {
  const { t, language, setLanguage } = useWords()
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('shell.language', { name: WORD_LANGUAGES[language] })}
        >
          <IconLanguage size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(WORD_LANGUAGES).map(([tag, name]) => (
          <Menu.Item
            key={tag}
            lang={tag}
            role="menuitemradio"
            aria-checked={tag === language}
            rightSection={tag === language ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => setLanguage(tag as WordLanguage)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
