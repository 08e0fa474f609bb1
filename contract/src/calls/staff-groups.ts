import { z } from 'zod'
import { isGroupName, isMadeGroup, MAX_GROUP_NAME } from '../rules/group-rules.ts'
import { normalForm } from '../text/normal-form.ts'
import { line, Uuid } from './fields.ts'
import { GroupRightList } from './group-right-list.ts'
import { route } from './route.ts'

const who = 'administer'

export const StaffGroup = z.object({ name: z.string(), description: z.string() })
export type StaffGroup = z.output<typeof StaffGroup>

/** Somebody of the staff, and the groups that they are in. */
const GroupPerson = z.object({
  sub: z.string(),
  /** The e-mail address while no name is known. */
  name: z.string(),
  email: z.string(),
  /** In the order that decides the role: the first one counts. */
  groups: z.array(z.string()),
})
export type GroupPerson = z.output<typeof GroupPerson>

const NewName = line(MAX_GROUP_NAME)
  .transform((name) => normalForm(name, 'NFC'))
  .pipe(z.string().refine(isGroupName))
  .meta({
    type: 'string',
    description: `a name of at most ${MAX_GROUP_NAME} letters, digits, hyphens and underscores, without spaces`,
  })

const MadeGroup = line(128)
  .refine(isMadeGroup)
  .meta({ description: 'the name of a group other than those that Vestry itself goes by' })

const Done = z.object({ message: z.string() })

export const staffGroupRoutes = {
  list: route('GET', '/staff/groups', {
    summary: 'The groups that people can be in, the one that counts most first',
    who,
    answer: z.array(StaffGroup),
  }),
  listPeople: route('GET', '/staff/groups/people', {
    summary: 'Everybody who signs in by name, with the groups that they are in',
    who,
    answer: z.array(GroupPerson),
  }),
  add: route('POST', '/staff/groups', {
    summary: 'Make a group, which comes after all others and holds only the rights that are named',
    who,
    body: z.strictObject({ name: NewName, rights: GroupRightList.default([]) }),
    answer: Done,
    errors: ['already_exists'],
  }),
  setMember: route('PUT', '/staff/groups/people', {
    summary: 'Put somebody into a group, or take them out of it',
    who,
    body: z.strictObject({
      group: line(128),
      sub: Uuid,
      member: z.boolean().meta({ description: 'true or false' }),
    }),
    answer: z.object({ message: z.string(), groups: z.array(z.string()) }),
    errors: ['not_found', 'unknown_group', 'last_administrator'],
  }),
  remove: route('DELETE', '/staff/groups', {
    summary: 'Delete a group; nobody is in it afterwards, and it holds no rights',
    who,
    query: z.strictObject({ group: MadeGroup }),
    answer: Done,
    errors: ['unknown_group'],
  }),
}
