/**
 * What columns say of the family of a child, with the headers of Planning Center, ChurchCRM, Rock, B1, Breeze and our own
 * lists, as `keyOf` returns them.
 */
export const FAMILY_HEADERS = {
  family: [
    ...['familynumber', 'numerodefamilia', 'householdid', 'familyid', 'householdkey', 'familykey'],
    ...['groupid', 'household', 'family', 'idfamilia', 'iddefamilia', 'familia', 'hogar'],
  ],
  family_name: ['nameofthefamily', 'nombredelafamilia', 'householdname', 'familyname', 'nombredefamilia'],
  family_role: [
    ...['familyrole', 'grouprole', 'householdrole', 'role', 'familyposition', 'child'],
    ...['rolfamiliar', 'rolenlafamilia', 'rol'],
  ],
  family_head: ['householdprimarycontact', 'primarycontact'],
  adults: ['adults', 'personasadultas'],
  adult_phones: ['adultstelephones', 'telefonosdelaspersonasadultas'],
  adult_emails: ['adultsemails', 'correosdelaspersonasadultas'],
  adult_collects: ['whocollects', 'quienrecoge'],
} as const satisfies Record<string, readonly string[]>

export type FamilyColumn = keyof typeof FAMILY_HEADERS
export const FAMILY_COLUMNS = Object.keys(FAMILY_HEADERS) as FamilyColumn[]
