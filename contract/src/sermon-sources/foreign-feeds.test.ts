import { expect, test } from 'vitest'
import { readPodcast } from './read-podcast.ts'
import { readWordPress } from './read-wordpress.ts'

const RSS = `<rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom" xmlns:m="http://search.yahoo.com/mrss/"><channel>`

/** A file as it comes, and how many of its pieces were asked for. */
function counted(start: string, piece: string, times: number) {
  const asked = { pieces: 0 }
  const pieces = async function* () {
    yield start
    for (; asked.pieces < times; asked.pieces += 1) {
      yield piece
    }
  }
  return { pieces: pieces(), asked }
}

async function* one(text: string): AsyncIterable<string> {
  yield text
}

test('the first file that can be played is the recording, and further pages are named', async () => {
  const item = (inside: string) => `<item><title>A</title>${inside}</item>`
  const read = await readPodcast(
    one(`${RSS}<a:link rel="self" href="https://old.example/1"/><a:link rel="next" href="https://old.example/2"/>
      ${item('<enclosure url="https://old.example/a.jpg" type="image/jpeg"/><enclosure url="https://old.example/a.mp3" type="audio/mpeg"/>')}
      ${item('<enclosure url="https://old.example/notes.pdf"/><enclosure url="https://old.example/b.m4b?x=1"/>')}
      ${item('<m:content url="https://old.example/c.weba"/>')}
      ${item('<m:group><m:content url="https://old.example/d.mp4"/></m:group>')}
      ${item('<enclosure url="https://old.example/download/7" type="application/octet-stream"/>')}
      ${item('<enclosure url="https://old.example/only.pdf" type="application/pdf"/>')}</channel></rss>`),
  )
  expect(read?.next).toBe('https://old.example/2')
  expect(read?.sermons.map(({ recording, media_format }) => `${recording} ${media_format}`)).toEqual([
    'https://old.example/a.mp3 audio',
    'https://old.example/b.m4b?x=1 audio',
    'https://old.example/c.weba audio',
    'https://old.example/d.mp4 video',
    'https://old.example/download/7 audio',
    ' audio',
  ])
})

test('a feed without end is read no further than as many entries as are wanted', async () => {
  const { pieces, asked } = counted(RSS, '<item/>'.repeat(100), 25_000)
  const read = await readPodcast(pieces, 1000)
  expect(read).toMatchObject({ isCutOff: false, sermons: { length: 1000 } })
  expect(asked.pieces).toBeLessThan(12)
})

test.each([
  [
    'attributes',
    `${RSS}<item`,
    ' a="1"'.repeat(10).replace(/a/g, () => `a${Math.random().toString(36).slice(2)}`),
  ],
  ['elements in an entry', `${RSS}<item>`, '<b/>'.repeat(100)],
  ['elements in the channel', RSS, '<b/>'.repeat(100)],
  ['levels', `${RSS}<item>`, '<b>'],
  ['text', `${RSS}<item><title>`, 'a'.repeat(65_536)],
])('a feed with more %s than any has is left where that shows', async (_, start, piece) => {
  const { pieces, asked } = counted(start, piece, 25_000)
  await expect(readPodcast(pieces)).rejects.toThrow('No feed has so much of this.')
  expect(asked.pieces).toBeLessThan(300)
})

test('addresses of old websites are found however they are written, and dates where they are', async () => {
  const wxr = `<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>
    <wp:base_site_url>https://old.example/site</wp:base_site_url>`
  const meta = (name: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${name}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
  const post = (audio: string, date = '<wp:post_date>2019-03-10 09:15:00</wp:post_date>', more = '') =>
    `<item><title>A</title><wp:post_type>wpfc_sermon</wp:post_type><wp:status>draft</wp:status>${date}${meta('sermon_audio', audio)}${more}</item>`
  const read = await readWordPress(
    one(
      `${wxr}${[
        post("https://old.example/u/Don't be afraid.mp3"),
        post('/wp-content/uploads/rel.mp3'),
        post('wp-content/uploads/rel.mp3'),
        post('//old.example/u/pr.mp3'),
        post('media.old.example/u/bare.mp3'),
        post(' https://old.example/u/100% grace.m4b '),
        post('https://old.example/download?id=77'),
        post(
          '',
          '<wp:post_date>0000-00-00 00:00:00</wp:post_date><pubDate>Mon, 04 Mar 2019 17:15:00 +0000</pubDate>',
        ),
        post('', undefined, meta('sermon_date', '17/03/2019')),
      ].join('')}</channel></rss>`,
    ),
  )
  expect(read?.sermons.map(({ recording, held }) => `${recording} ${held}`)).toEqual([
    "https://old.example/u/Don't%20be%20afraid.mp3 2019-03-10T09:15:00",
    'https://old.example/wp-content/uploads/rel.mp3 2019-03-10T09:15:00',
    'https://old.example/site/wp-content/uploads/rel.mp3 2019-03-10T09:15:00',
    'https://old.example/u/pr.mp3 2019-03-10T09:15:00',
    'https://media.old.example/u/bare.mp3 2019-03-10T09:15:00',
    'https://old.example/u/100%25%20grace.m4b 2019-03-10T09:15:00',
    'https://old.example/download?id=77 2019-03-10T09:15:00',
    ' 2019-03-04T17:15:00',
    ' 2019-03-17T10:00:00',
  ])
})

test('an export that says its website by a link alone has its addresses there', async () => {
  const read = await readWordPress(
    one(`<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
      <link>https://old.example/church</link><wp:wxr_version>1.2</wp:wxr_version>
      <item><wp:post_type>wpfc_sermon</wp:post_type><wp:postmeta><wp:meta_key>sermon_audio</wp:meta_key>
      <wp:meta_value>uploads/a.mp3</wp:meta_value></wp:postmeta></item></channel></rss>`),
  )
  expect(read?.sermons[0]?.recording).toBe('https://old.example/church/uploads/a.mp3')
})

test('an export of WordPress is read no further than as much as any church has', async () => {
  const start =
    '<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>'
  const post = `<item><wp:post_type>wpfc_sermon</wp:post_type><x>${'a'.repeat(2_000_000)}</x></item>`
  const { pieces, asked } = counted(start, post, 200)
  expect((await readWordPress(pieces))?.sermons.length).toBe(150)
  expect(asked.pieces).toBeLessThan(160)
})
