import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newValues } from './preaching-fields.ts'
import {
  acceptRecording,
  attachFiles,
  choosePoster,
  chooseRecording,
  detachFile,
  emptySermon,
  propose,
  putDefaultPoster,
  refuseRecording,
  SERMON_STEPS,
  type SermonDraft,
  standing,
  takePoster,
  takeRecording,
  withdraw,
} from './sermon-draft.ts'
import { fileNameOf } from './upload-kinds.ts'

const loaded = {
  ...newValues([], [], 'en'),
  path: 'preaching/2025/before.mp3',
  poster_path: 'images/before.jpg',
  attachments: [{ path: 'preaching/2025/handout.pdf', title: 'Handout' }],
}
const EMPTY = emptySermon()
const recording = new File([], 'a.mp3', { type: 'audio/mpeg' })
const film = new File([], 'b.mp4', { type: 'video/mp4' })
const valuesOf = ({ edits }: SermonDraft) => ({ ...loaded, ...edits })
const notTyping = () => false

test('a recording that can’t be taken gives way to the one before it, also to one of another kind', () => {
  const before = acceptRecording(chooseRecording(EMPTY, loaded, recording), loaded, 'audio')
  const chosen = chooseRecording(before, loaded, film)
  expect(valuesOf(chosen)).toMatchObject({ media_format: 'video' })
  const refused = refuseRecording(chosen, loaded, before)
  expect(valuesOf(refused)).toEqual(valuesOf(before))
  expect(refused.files.chosen).toEqual({ path: recording })
  const first = refuseRecording(chooseRecording(EMPTY, loaded, film), loaded, EMPTY)
  expect([first.edits, first.files.chosen]).toEqual([{}, {}])
})

test('what a recording says is filled in where nobody has typed, and goes with the recording', () => {
  const found = { localizedname: 'Grace', event_datetime: '2026-05-03T10:30', preacher_id: 7 }
  const typed: SermonDraft = {
    ...chooseRecording(EMPTY, loaded, recording),
    edits: { ...chooseRecording(EMPTY, loaded, recording).edits, event_datetime: '2026-05-10T09:00' },
  }
  const filled = propose(typed, loaded, found, (field) => field === 'preacher_id')
  expect(standing(valuesOf(filled), filled.proposed)).toEqual(['localizedname'])
  const again = propose(filled, loaded, { localizedname: 'Mercy' }, notTyping)
  expect(valuesOf(again)).toMatchObject({ localizedname: 'Mercy', event_datetime: '2026-05-10T09:00' })
  expect(valuesOf(takeRecording(again, loaded))).toEqual({ ...loaded, event_datetime: '2026-05-10T09:00' })
  const changed = { ...again, edits: { ...again.edits, localizedname: 'Mercy and grace' } }
  expect(valuesOf(withdraw(changed, loaded))).toMatchObject({ localizedname: 'Mercy and grace' })
})

test('what is put back has the attachments that the sermon still has, and those that were chosen since', () => {
  const [notes, slides] = [new File([], 'notes.pdf'), new File([], 'slides.pdf')]
  const back = attachFiles(EMPTY, loaded, [notes])
  const theirs = { ...loaded, attachments: [{ path: 'preaching/2026/new.pdf', title: 'New' }] }
  const since = attachFiles(SERMON_STEPS.setAside(back), theirs, [slides])
  const draft = SERMON_STEPS.putBack(since, back, theirs)
  expect({ ...theirs, ...draft.edits }.attachments.map(({ title }) => title)).toEqual(['notes', 'slides'])
  expect(Object.values(draft.files.chosen.attachments ?? {})).toEqual([notes, slides])
})

const name = fc.constantFrom('a', 'b', 'c')
const fileOf = (name: string, type: string) => new File([], `${name}.${type}`, { type: `image/${type}` })
type Step = (draft: SermonDraft) => SermonDraft
const step: fc.Arbitrary<Step> = fc.oneof(
  name.map(
    (name): Step =>
      (draft) =>
        chooseRecording(draft, loaded, fileOf(name, 'mp3')),
  ),
  name.map(
    (name): Step =>
      (draft) =>
        choosePoster(draft, loaded, fileOf(name, 'jpg')),
  ),
  name.map(
    (name): Step =>
      (draft) =>
        attachFiles(draft, loaded, [fileOf(name, 'pdf')]),
  ),
  fc.nat(3).map(
    (at): Step =>
      (draft) => {
        const { path } = valuesOf(draft).attachments[at] ?? {}
        return path === undefined ? draft : detachFile(draft, loaded, path)
      },
  ),
  fc.constant<Step>((draft) => takeRecording(draft, loaded)),
  fc.constant<Step>((draft) => takePoster(draft, loaded)),
  fc.constant<Step>((draft) => putDefaultPoster(draft, loaded)),
  fc.constant<Step>((draft) => refuseRecording(draft, loaded, EMPTY)),
  fc.constant<Step>((draft) => SERMON_STEPS.putBack(SERMON_STEPS.setAside(draft), draft, loaded)),
  fc.constant<Step>((draft) => SERMON_STEPS.putBack(EMPTY, SERMON_STEPS.apart(draft), loaded)),
  fc.constant<Step>(SERMON_STEPS.clear),
)

test('after any steps the fields name the files that were chosen, and what was loaded where none was', () => {
  fc.assert(
    fc.property(fc.array(step), (list) => {
      const draft = list.reduce((now, next) => next(now), EMPTY)
      const { path, poster_path, attachments } = valuesOf(draft)
      const { chosen } = draft.files
      expect(fileNameOf(path)).toBe(chosen.path?.name ?? fileNameOf(loaded.path))
      expect([loaded.poster_path, DEFAULT_POSTER_PATH, `images/${chosen.poster_path?.name}`]).toContain(
        poster_path,
      )
      expect(poster_path.endsWith(chosen.poster_path?.name ?? '')).toBe(true)
      const rows = attachments.map(({ path }) => path)
      expect(rows.filter((row) => !loaded.attachments.some(({ path }) => path === row))).toEqual(
        Object.keys(chosen.attachments ?? {}),
      )
      expect(new Set(rows).size).toBe(rows.length)
      expect(SERMON_STEPS.isDirty(SERMON_STEPS.clear(draft))).toBe(false)
    }),
  )
})
