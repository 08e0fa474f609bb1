import { z } from 'zod'
import { LAST_MOMENT, SOURCE_LIMITS, type SourceSermon } from '../sermon-sources/source-sermon.ts'
import { MEDIA_FORMATS } from '../sermons/media.ts'
import { GREATEST, oneOf, text, wholeNumber } from './fields.ts'

const address = text(SOURCE_LIMITS.address)
const name = text(SOURCE_LIMITS.name)

function several<Each extends z.ZodType>(each: Each, max: number) {
  return z
    .array(each)
    .max(max)
    .meta({ description: `a list of at most ${max}` })
}

/** What comes in of a sermon; values too long for our fields are cut when it is imported. */
export const SourceSermonSchema = z.strictObject({
  guid: address,
  title: text(SOURCE_LIMITS.title),
  description: text(SOURCE_LIMITS.description),
  held: z
    .string()
    .regex(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)?$/)
    .meta({ description: 'a date and time such as 2026-05-03T10:30:00, or nothing' }),
  at: wholeNumber(-LAST_MOMENT, LAST_MOMENT)
    .nullable()
    .meta({ description: 'a moment in milliseconds since 1970, or null' }),
  speakers: several(name, SOURCE_LIMITS.speakers),
  series: name,
  topics: several(name, SOURCE_LIMITS.topics),
  category: name,
  passages: text(SOURCE_LIMITS.passages),
  language: text(SOURCE_LIMITS.language),
  recording: address,
  media_format: oneOf(MEDIA_FORMATS),
  duration: wholeNumber(0, GREATEST),
  picture: address,
  attachments: several(z.strictObject({ address, title: name }), SOURCE_LIMITS.attachments),
  transcript: address,
  chapters: address,
  isPublished: z.boolean().meta({ description: 'true or false' }),
}) satisfies z.ZodType<SourceSermon>
