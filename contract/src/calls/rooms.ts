import { z } from 'zod'
import { MAX_CAPACITY, MAX_CHILDREN_PER_ADULT, MAX_ROOM_NAME } from '../sunday-school/room-rules.ts'
import { GREATEST, Id, IdText, line, wholeNumber } from './fields.ts'
import { route } from './route.ts'

/** What a room says of those who are in it. */
export const RoomDetail = z.object({
  /** How many children it holds; 0 where nobody has said it. */
  capacity: z.number().int(),
  /** For how many children one adult is enough; 0 where their ages decide. */
  children_per_adult: z.number().int(),
  /** Whether classes meet in it at present. */
  open: z.boolean(),
})
export type RoomDetail = z.output<typeof RoomDetail>

/** A room that classes meet in: those whose own text names it, in whatever case. */
export const Room = RoomDetail.extend({
  id: Id,
  name: z.string(),
  /** Grows with every change; sent back with PUT, it makes the server refuse to overwrite someone else's. */
  version: z.number().int(),
})
export type Room = z.output<typeof Room>

const fields = {
  name: line(MAX_ROOM_NAME),
  capacity: wholeNumber(0, MAX_CAPACITY).default(0),
  children_per_adult: wholeNumber(0, MAX_CHILDREN_PER_ADULT).default(0),
  open: z.boolean().default(true).meta({ description: 'true or false' }),
}
const ChangedRoom = z.strictObject({ id: Id, version: wholeNumber(1, GREATEST).optional(), ...fields })
export type RoomContent = Omit<z.output<typeof ChangedRoom>, 'id' | 'version'>

const Saved = z.object({ message: z.string(), id: Id, version: z.number().int() })

export const roomRoutes = {
  list: route('GET', '/rooms', { summary: 'List the rooms, by name', answer: z.array(Room) }),
  create: route('POST', '/rooms', {
    summary: 'Add a room',
    who: 'arrange',
    body: z.strictObject(fields),
    answer: Saved,
    errors: ['name_taken'],
  }),
  update: route('PUT', '/rooms', {
    summary: 'Change a room; classes that meet in it get its new name',
    who: 'arrange',
    body: ChangedRoom,
    answer: Saved,
    errors: ['not_found', 'name_taken', 'changed_meanwhile'],
  }),
  remove: route('DELETE', '/rooms', {
    summary: 'Delete a room; classes that meet in it keep its name as their text',
    who: 'arrange',
    query: z.strictObject({ id: IdText }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
}
