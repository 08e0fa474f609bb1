/** The people and texts of the demonstration church. All of them are invented. */
export const DEMO_PREACHERS = [
  'Rev. Miriam Castellanos',
  'Samuel Okafor',
  'Elena Duarte Ruiz',
  'Thomas Whitfield',
  'Noemí Álvarez',
  'Jonah O’Brien',
] as const

export const DEMO_TOPICS = ['Hope', 'Hospitality', 'Faithfulness', 'Trust', 'Prayer'] as const

/** Besides the six that every church starts with. */
export const DEMO_CATEGORIES = ['Christmas', 'Easter', 'Missions', 'Worship Night'] as const

type DemoSermon = {
  title: string
  description: string
  language_id: 1 | 2
  category: string
  passages: string
  topics: readonly (typeof DEMO_TOPICS)[number][]
  /** Whether all sermons of this title are one series. */
  isSeries?: true
}

export const DEMO_SERMONS: readonly DemoSermon[] = [
  {
    title: 'Lamps That Keep Burning',
    description: 'On patience in the long evenings, and who fills the oil.',
    language_id: 1,
    category: 'Sermon',
    passages: 'Matthew 25:1-13',
    topics: ['Hope', 'Faithfulness'],
  },
  {
    title: 'La mesa larga',
    description: 'Una silla más para quien llega tarde.',
    language_id: 2,
    category: 'Sunday Service',
    passages: 'Lucas 14:15-24',
    topics: ['Hospitality'],
  },
  {
    title: 'The Well at Noon',
    description: 'What is asked for, and what is given instead.',
    language_id: 1,
    category: 'Sermon',
    passages: 'John 4:1-42',
    topics: ['Hope'],
  },
  {
    title: 'Cuando el río crece',
    description: 'Fe en los días de agua alta.',
    language_id: 2,
    category: 'Sermon',
    passages: 'Isaías 43:1-7',
    topics: ['Trust'],
  },
  {
    title: 'Bread for the Road',
    description: 'A short reflection for those who travel this summer.',
    language_id: 1,
    category: 'Sunday Service',
    passages: '1 Kings 19:1-8',
    topics: ['Trust'],
  },
  {
    title: 'Ruth, the One Who Stayed',
    description: 'First of three evenings on the book of Ruth.',
    language_id: 1,
    category: 'Bible Study',
    passages: 'Ruth 1',
    topics: ['Faithfulness', 'Hospitality'],
    isSeries: true,
  },
  {
    title: 'Rut, la que se quedó',
    description: 'Primera de tres noches sobre el libro de Rut.',
    language_id: 2,
    category: 'Bible Study',
    passages: 'Rut 1',
    topics: ['Faithfulness', 'Hospitality'],
    isSeries: true,
  },
  {
    title: 'Small Seeds',
    description: 'Why the kingdom is compared to what fits between two fingers.',
    language_id: 1,
    category: 'Youth',
    passages: 'Mark 4:26-32',
    topics: ['Hope'],
  },
  {
    title: 'Velar en la noche',
    description: 'Reunión de oración por los enfermos de la parroquia.',
    language_id: 2,
    category: 'Prayer Meeting',
    passages: 'Salmo 130',
    topics: ['Prayer'],
  },
  {
    title: 'A Night of Songs',
    description: 'The choir, the young band, and a reading between.',
    language_id: 1,
    category: 'Worship Night',
    passages: 'Psalm 42; Ps 43',
    topics: ['Prayer'],
  },
  {
    title: 'The Letter Nobody Expected',
    description: 'Reading Philemon as if it had come in the post.',
    language_id: 1,
    category: 'Bible Study',
    passages: 'Jeremiah 29:1-14',
    topics: ['Hope', 'Trust'],
  },
  {
    title: 'El camino a Emaús',
    description: 'Lo que arde por dentro cuando alguien camina a tu lado.',
    language_id: 2,
    category: 'Easter',
    passages: 'Lucas 24:13-35',
    topics: ['Hope', 'Hospitality'],
  },
  {
    title: 'Built on Rock',
    description: 'Foundations, storms, and the houses in between.',
    language_id: 1,
    category: 'Sermon',
    passages: 'Matthew 7:24-27',
    topics: ['Trust'],
  },
]
