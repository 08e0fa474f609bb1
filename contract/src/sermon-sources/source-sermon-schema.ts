import { z } from 'zod'
import { oneOf, text, wholeNumber } from '../fields.ts'
import { MEDIA_FORMATS } from '../media.ts'
import type { SourceSermon } from './source-sermon.ts'

const MAX_ADDRESS = 2000
const MAX_NAME = 300

const address = text(MAX_ADDRESS)
const name = text(MAX_NAME)

function several<Each extends z.ZodType>(each: Each, max: number) {
  return z
    .array(each)
    .max(max)
    .meta({ description: `a list of at most ${max}` })
}

/** What comes in of a sermon; what a field of ours can't hold is cut when it is imported. */
export const SourceSermonSchema = z.strictObject({
  guid: address,
  title: text(1000),
  description: text(100_000),
  held: z
    .string()
    .regex(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)?$/)
    .meta({ description: 'a date and time such as 2026-05-03T10:30:00, or nothing' }),
  at: wholeNumber(-(2 ** 45), 2 ** 45)
    .nullable()
    .meta({ description: 'a moment in milliseconds since 1970, or null' }),
  speakers: several(name, 20),
  series: name,
  topics: several(name, 50),
  category: name,
  passages: text(2000),
  language: text(40),
  recording: address,
  media_format: oneOf(MEDIA_FORMATS),
  duration: wholeNumber(0, 2 ** 31 - 1),
  picture: address,
  attachments: several(z.strictObject({ address, title: name }), 50),
  transcript: address,
  chapters: address,
  isPublished: z.boolean().meta({ description: 'true or false' }),
}) satisfies z.ZodType<SourceSermon>
