import type { AttendeeField } from '@vestry/contract/sunday-school/attendee-record.ts'
import { wordsOf } from './header-key.ts'

type SaidField = AttendeeField | 'full_name'

/** Whom a column of a form is about, and what there is to call them by. */
const CHILD = '(?:child|kid|student|participant|nin[oa]|alumn[oa]|hij[oa]|menor)(?:ren|s| a| s)?'
const PARENT = '(?:parent|guardian|mother|father|mom|mum|dad|madre|padre|tutora?)(?:s|es)?'
const PARENTS = `${PARENT}(?: (?:or |and |o |y )?(?:legal )?${PARENT})*(?: legal| s)?`
const CALLED =
  '(?:phone|mobile|cell|cellphone|telephone|tel|tlf|tfno|telefono|movil|celular|whatsapp|e ?mail|correo)(?:s|es)?'
const OF = '(?: of| of the| of your| de| del| de la| de los| del la| de su| de tu)'

const PART_OF_LAST_NAME = /^(?:primer|segundo|1er|2do|[12][oº]?) apellido$/

/** A name of a person, which is said before or after whose it is. */
function nameOf(whose: string, name: string): string {
  return `^${whose} ${name}$|^${name}${OF} ${whose}$`
}

/**
 * What headers say in more words than the known ones, as those of forms do: “Any allergies?”, “Child’s date of birth”. The
 * first that fits counts, unless what it has after that fits too.
 */
const SAYINGS: readonly (readonly [field: SaidField, says: RegExp, butNot?: RegExp])[] = [
  [
    'allergies',
    /\b(?:allerg\w*|alerg\w*|medical|dietary|intoleranc\w*|enfermedad\w*|(?:datos|informacion|notas?|condicion(?:es)?|problemas?|observacion(?:es)?|necesidad(?:es)?) medic[oa]s?)\b/,
    /\b(?:consent\w*|release|insurance|doctor|physician|forms?|permi\w*|authori\w*|number|policy|seguro|autoriza\w*|numero|phone|tel\w*)\b/,
  ],
  ['needs', /\b(?:(?:special|additional|extra) needs?|disabilit\w*|necesidad(?:es)?|discapacidad\w*)\b/],
  [
    'birthdate',
    /\b(?:birth ?da(?:te|y)|date of birth|born|dob|f(?:echa)? (?:de )?nac\w*|nacid[oa])\b/,
    new RegExp(
      `\\b(?:month|age|place|country|where|again|spiritual|mes|edad|lugar|pais|espiritual|${PARENT})\\b`,
    ),
  ],
  ['first_name', new RegExp(nameOf(CHILD, '(?:(?:first|given) name|nombre)s?'))],
  ['last_name', new RegExp(nameOf(CHILD, '(?:last name|surname|family name|apellido)s?'))],
  ['last_name', PART_OF_LAST_NAME],
  ['full_name', new RegExp(nameOf(CHILD, '(?:(?:full )?names?|nombre (?:completo|y apellidos?))'))],
  [
    'parent_contact',
    new RegExp(
      `^${PARENTS}(?: \\d)?$|${nameOf(PARENTS, '(?:(?:full )?names?|nombres?(?: completos?| y apellidos?)?)')}|\\b${CALLED}\\b`,
    ),
    /\b(?:work|office|school|doctor|church|adults?|adultas|preferences?|enabled|type|carrier|provider|opt|consent|allow\w*|permi\w*|trabajo|escuela|colegio|iglesia|medico|tipo)\b/,
  ],
  ['notes', /\b(?:remarks?|comments?|anything else|other information|observacion(?:es)?|otros datos)\b/],
]

/** Whether a column has one of the two last names that Spanish names have. */
export function hasPartOfLastName(header: string): boolean {
  return PART_OF_LAST_NAME.test(wordsOf(header))
}

/** The field that a header names in words of its own. */
export function fieldInWords(header: string): SaidField | undefined {
  const words = wordsOf(header)
  const [field] = SAYINGS.find(([, says, butNot]) => says.test(words) && butNot?.test(words) !== true) ?? []
  return field
}
