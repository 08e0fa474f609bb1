import type { ContractCases } from './contract-cases.ts'

export const churchSettingContract: ContractCases = {
  complete: {
    'PUT /settings': {
      name: '',
      logo: '',
      accent: 'teal',
      timeZone: 'Europe/Madrid',
      weekStart: 'language',
      hours: '24',
      language: 'browser',
      parts: ['preaching', 'sundaySchool'],
      twoSteps: false,
    },
    'PUT /settings/rights': { group: 'Office', rights: ['sermons'] },
  },
  ways: () => ({}),
}
