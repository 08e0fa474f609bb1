import { describe, expect, it } from 'vitest'
import { editField, shownErrors } from './form-draft.ts'

const loaded = { title: 'Grace', text: '' }

describe('a draft', () => {
  it('holds what was changed, and forgets what was changed back', () => {
    const edits = editField(loaded, {}, 'title', 'Grace alone')
    expect(edits).toEqual({ title: 'Grace alone' })
    expect(editField(loaded, edits, 'title', 'Grace')).toEqual({})
  })

  it('holds no change where the same members are chosen in another order', () => {
    const chosen = { groups: ['Teachers', 'Admins'] }
    expect(editField(chosen, {}, 'groups', ['Admins', 'Teachers'])).toEqual({})
    expect(editField(chosen, {}, 'groups', ['Admins'])).toEqual({ groups: ['Admins'] })
  })

  it('shows the errors of fields that were left, and all of them after a submit', () => {
    const errors = { title: 'This field is required', text: 'Too long' }
    expect(shownErrors(errors, new Set(['text']), false)).toEqual({ text: 'Too long' })
    expect(shownErrors(errors, new Set(), true)).toEqual(errors)
  })
})
