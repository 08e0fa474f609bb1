import { expect, test } from 'vitest'
import { embeddingOf, NEWEST } from './embedding-code.ts'

const ORIGIN = 'https://sermons.example.org'
const UUID = '00000000-0000-4000-8000-000000000001'

test('the newest sermons and those of a series are lists that lead to their pages without a script', () => {
  const told = { origin: ORIGIN, title: '', all: 'All sermons' }
  expect(embeddingOf(NEWEST, told)).toEqual({
    elements: `<script type="module" src="${ORIGIN}/embed.js"></script>
<vestry-sermons count="5"><a href="${ORIGIN}/sermons">All sermons</a></vestry-sermons>`,
  })
  expect(embeddingOf('series/7', told).elements).toContain(
    `<vestry-sermons series="7" count="5"><a href="${ORIGIN}/sermons/series/7">`,
  )
})

test('one sermon is an element or a frame, whatever its title', () => {
  const { elements, frame } = embeddingOf(UUID, {
    origin: ORIGIN,
    title: `"Rock" & <b>Roll</b>`,
    media_format: 'video',
    all: '',
  })
  expect(elements).toContain(
    `<vestry-sermon src="${ORIGIN}/sermons/${UUID}"><a href="${ORIGIN}/sermons/${UUID}">`,
  )
  expect(frame).toContain(
    `src="${ORIGIN}/embed/${UUID}" title="&quot;Rock&quot; &amp; &lt;b>Roll&lt;/b>" width="100%" height="440"`,
  )
})
