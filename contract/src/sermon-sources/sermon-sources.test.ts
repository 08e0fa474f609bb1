import { expect, test } from 'vitest'
import { SourceSermonSchema } from '../calls/source-sermon-schema.ts'
import { decodeXml } from './decode-xml.ts'
import { plainText } from './plain-text.ts'
import { readDuration } from './read-duration.ts'
import { readPodcast } from './read-podcast.ts'
import { readWordPress } from './read-wordpress.ts'
import { fitSermon, SOURCE_LIMITS, UNKNOWN_SERMON } from './source-sermon.ts'

const RSS = `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">`

/** A file as it comes over a network: in pieces that end anywhere, even within a letter. */
async function* pieces(text: string | Uint8Array, size = 7): AsyncIterable<string> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  yield* decodeXml(
    (async function* () {
      for (let at = 0; at < bytes.length; at += size) {
        yield bytes.subarray(at, at + size)
      }
    })(),
  )
}

test('the feed of a podcast gives all that it says of a sermon', async () => {
  const read = await readPodcast(
    pieces(`<?xml version="1.0" encoding="UTF-8"?>${RSS}<channel><title>Grace &amp; Truth</title><language>es-ES</language>
      <itunes:author>Grace &amp; Truth</itunes:author><podcast:locked>no</podcast:locked>
      <item><title>Día de <![CDATA[gracia & paz]]></title><guid isPermaLink="false">abc-1</guid>
        <pubDate>Sun, 03 May 2026 10:30:00 +0200</pubDate>
        <description>&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two &amp;amp; three&lt;/p&gt;</description>
        <enclosure url="http://old.example/media/one file.mp3?x=1&amp;y=2" length="12" type="audio/mpeg"/>
        <itunes:duration>01:02:30</itunes:duration><itunes:author>Rev. Ana</itunes:author>
        <itunes:image href="https://old.example/one.jpg"/>
        <podcast:transcript url="https://old.example/one.html" type="text/html"/>
        <podcast:transcript url="https://old.example/one.vtt" type="text/vtt"/>
        <podcast:chapters url="https://old.example/one.json" type="application/json+chapters"/></item>
      <item><title>Plain</title><itunes:author>Grace &amp; Truth</itunes:author><pubDate>never</pubDate>
        <podcast:person>Bo</podcast:person><podcast:person role="audio engineer">Di</podcast:person>
        <enclosure url="https://old.example/two.mp4" type="video/mp4"/></item>
      </channel></rss>`),
  )
  expect(read).toMatchObject({ title: 'Grace & Truth', isCutOff: false, isLocked: false })
  expect(read?.sermons).toMatchObject([
    {
      ...{
        guid: 'abc-1',
        title: 'Día de gracia & paz',
        description: 'One\n\nTwo & three',
        language: 'es-es',
      },
      ...{
        at: Date.parse('2026-05-03T08:30:00Z'),
        held: '2026-05-03T10:30:00',
        duration: 3750,
        speakers: ['Rev. Ana'],
      },
      recording: 'http://old.example/media/one%20file.mp3?x=1&y=2',
      picture: 'https://old.example/one.jpg',
      transcript: 'https://old.example/one.vtt',
      chapters: 'https://old.example/one.json',
    },
    { guid: 'https://old.example/two.mp4', at: null, speakers: ['Bo'], media_format: 'video' },
  ])
})

test("a sermon of a feed that has no words of a podcast is told in the feed's own", async () => {
  const read = await readPodcast(
    pieces(`<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
      <item><title>Hope</title><dc:date>2026-05-03T10:30:00+02:00</dc:date><dc:creator>Rev. Ana</dc:creator>
      <description>Of hope</description></item></channel></rss>`),
  )
  expect(read?.sermons).toMatchObject([
    {
      ...{ at: Date.parse('2026-05-03T08:30:00Z'), held: '2026-05-03T10:30:00', speakers: ['Rev. Ana'] },
      ...{ title: 'Hope', description: 'Of hope' },
    },
  ])
})

test('a feed that its owner has locked says so', async () => {
  const read = await readPodcast(
    pieces(`${RSS}<channel><podcast:locked owner="a@b.example">Yes</podcast:locked></channel></rss>`),
  )
  expect(read?.isLocked).toBe(true)
})

test('what is no good XML is read as far as it can be, and an end that is missing is said', async () => {
  const read = await readPodcast(
    pieces(`${RSS}<channel><title>A&nbsp;B &copy; C & D</title>
      <item><title>Bell \u0007 & <b>bold</title><guid>1</guid></item><item><title>Last</title><guid>2</guid></item><item><title>Half`),
  )
  expect(read?.isCutOff).toBe(true)
  expect(read?.title).toBe('A\u00a0B © C & D'.replace('\u00a0', ' '))
  expect(read?.sermons.map(({ guid }) => guid)).toContain('2')
})

test.each([
  ['a page', '<!doctype html><html><body><p>Gone</p></body></html>'],
  ['nothing', ''],
  ['text', 'Sermons of Grace'],
  ['another feed', '<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title></feed>'],
])('%s is no podcast and no export', async (_, text) => {
  expect(await readPodcast(pieces(text))).toBeUndefined()
  expect(await readWordPress(pieces(text))).toBeUndefined()
})

test('entities that a file declares itself are not unfolded', async () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${RSS}<channel><title>&b;</title></channel></rss>`
  expect((await readPodcast(pieces(bomb)))?.title.length).toBeLessThan(10)
})

test('a file says in which letters it is written', async () => {
  const latin = Uint8Array.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?>${RSS}<channel><title>Día</title></channel></rss>`,
    (letter) => letter.charCodeAt(0),
  )
  expect((await readPodcast(pieces(latin, 500)))?.title).toBe('Día')
})

const WXR = `<?xml version="1.0" encoding="UTF-8" ?><rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Grace Church</title><wp:wxr_version>1.2</wp:wxr_version>`

const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key><![CDATA[${key}]]></wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
const term = (domain: string, name: string) =>
  `<category domain="${domain}" nicename="x"><![CDATA[${name}]]></category>`
const post = (type: string, id: number, inside: string, status = 'publish') =>
  `<item><title><![CDATA[Post ${id}]]></title><guid isPermaLink="false">https://old.example/?p=${id}</guid>
    <wp:post_id>${id}</wp:post_id><wp:post_date><![CDATA[2019-03-10 09:15:00]]></wp:post_date>
    <wp:status>${status}</wp:status><wp:post_type><![CDATA[${type}]]></wp:post_type>${inside}</item>`

test('sermons of Sermon Manager come with all that WordPress exports of them', async () => {
  const read = await readWordPress(
    pieces(`${WXR}${post('page', 1, '')}
      ${post(
        'wpfc_sermon',
        2,
        [
          meta('sermon_date', String(Date.UTC(2019, 2, 3) / 1000)),
          meta('bible_passage', 'Romans 8:28-30'),
          meta('sermon_audio', 'https://old.example/uploads/2019/03/hope.mp3'),
          meta('_wpfc_sermon_duration', '00:31:05'),
          meta('sermon_description', '<p>About <em>hope</em></p>[audio src="x"]'),
          meta('sermon_notes_multiple', 'a:1:{i:9;s:45:"https://old.example/uploads/2019/03/notes.pdf";}'),
          meta('sermon_bulletin', 'https://old.example/uploads/2019/03/bulletin%20A.pdf'),
          meta('_thumbnail_id', '7'),
          term('wpfc_preacher', 'Pastor John'),
          term('wpfc_preacher', 'Ana'),
          term('wpfc_sermon_series', 'Letters'),
          term('wpfc_sermon_topics', 'Hope'),
          term('wpfc_service_type', 'Sunday'),
        ].join(''),
      )}
      ${post('wpfc_sermon', 3, meta('sermon_video_link', 'https://youtu.be/abc') + meta('sermon_date', '03/17/2019'), 'draft')}
      ${post('wpfc_sermon', 4, '', 'trash')}
      ${post('attachment', 7, '<wp:attachment_url>https://old.example/uploads/hope.jpg</wp:attachment_url>', 'inherit')}
      </channel></rss>`),
  )
  expect(read).toMatchObject({ title: 'Grace Church', isCutOff: false })
  expect(read?.sermons).toMatchObject([
    {
      ...{ guid: 'https://old.example/?p=2', title: 'Post 2', description: 'About hope', duration: 1865 },
      ...{ held: '2019-03-03T10:00:00', at: null, speakers: ['Pastor John', 'Ana'], series: 'Letters' },
      ...{ topics: ['Hope'], category: 'Sunday', passages: 'Romans 8:28-30', isPublished: true },
      recording: 'https://old.example/uploads/2019/03/hope.mp3',
      picture: 'https://old.example/uploads/hope.jpg',
      attachments: [
        { address: 'https://old.example/uploads/2019/03/notes.pdf', title: 'notes.pdf' },
        { address: 'https://old.example/uploads/2019/03/bulletin%20A.pdf', title: 'bulletin A.pdf' },
      ],
    },
    { guid: 'https://old.example/?p=3', recording: '', held: '2019-03-17T10:00:00', isPublished: false },
  ])
})

test('an export of several files is one, whichever of them names a picture', async () => {
  const read = await readWordPress(
    pieces(`${WXR}${post('wpfc_sermon', 2, meta('_thumbnail_id', '7'))}</channel></rss>`),
    pieces(
      `${WXR}${post('wpfc_sermon', 3, '')}${post('attachment', 7, '<wp:attachment_url>https://old.example/hope.jpg</wp:attachment_url>')}</channel></rss>`,
    ),
  )
  expect(read?.sermons.map(({ title, picture }) => [title, picture])).toEqual([
    ['Post 2', 'https://old.example/hope.jpg'],
    ['Post 3', ''],
  ])
  expect(await readWordPress(pieces(`${WXR}</channel></rss>`), pieces('<p>Gone</p>'))).toBeUndefined()
  const cut = await readWordPress(pieces(WXR), pieces(`${WXR}</channel></rss>`))
  expect([read?.isCutOff, cut?.isCutOff]).toEqual([false, true])
})

test('a sermon longer than may come in is cut, and letters stay whole', () => {
  const sermon = {
    ...UNKNOWN_SERMON,
    title: `\0${'a'.repeat(SOURCE_LIMITS.title - 1)}😀`,
    speakers: Array.from({ length: 30 }, (_, at) => `Speaker ${at}`),
    picture: `https://old.example/${'x'.repeat(SOURCE_LIMITS.address)}`,
    duration: 2 ** 40,
    at: 8e15,
    attachments: [{ address: 'https://old.example/a.pdf', title: 'n'.repeat(SOURCE_LIMITS.name + 1) }],
  }
  expect(SourceSermonSchema.safeParse(sermon).success).toBe(false)
  expect(SourceSermonSchema.parse(fitSermon(sermon))).toMatchObject({ picture: '', guid: '' })
})

test('sermons of Church Content come from their own fields', async () => {
  const read = await readWordPress(
    pieces(
      `${WXR}${post(
        'ctc_sermon',
        2,
        [
          meta('_ctc_sermon_video', '<iframe src="https://player.example/v?a=1&amp;b=2"></iframe>'),
          meta('_ctc_sermon_audio', 'http://old.example/a b.m4a'),
          meta('_ctc_sermon_pdf', 'https://old.example/a.pdf'),
          term('ctc_sermon_speaker', 'Ana'),
          term('ctc_sermon_book', 'Ruth'),
          term('ctc_sermon_topic', 'Hope &amp; love'),
          '<content:encoded><![CDATA[Line one<br/>line two]]></content:encoded>',
        ].join(''),
      )}</channel></rss>`,
    ),
  )
  expect(read?.sermons).toMatchObject([
    {
      ...{ held: '2019-03-10T09:15:00', speakers: ['Ana'], passages: 'Ruth', topics: ['Hope & love'] },
      ...{ recording: 'http://old.example/a%20b.m4a', description: 'Line one\nline two' },
      attachments: [{ address: 'https://old.example/a.pdf', title: 'a.pdf' }],
    },
  ])
})

test.each([
  ['1:02:30', 3750],
  ['62:30', 3750],
  ['3750', 3750],
  ['3750.4', 3750],
  [' 0:31 ', 31],
  ['1 h', 0],
  ['', 0],
  ['1:2:3:4', 0],
])('a duration of %j is %i seconds', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds)
})

test.each([
  ['<p>a &lt;b&gt; &amp;amp; &eacute;</p><script>alert(1)</script>', 'a <b> &amp; é'],
  ['2 < 3 and 4 > 1', '2 < 3 and 4 > 1'],
  ['<ul><li>one</li><li>two</li></ul>after', 'one\ntwo\n\nafter'],
  ['<!-- wp:paragraph --><p>x</p><!-- unclosed', 'x'],
])('HTML %j is the text %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})
