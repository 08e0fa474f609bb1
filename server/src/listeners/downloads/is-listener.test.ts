import crawlers from 'crawler-user-agents'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isListener, LISTED_WRONGLY } from './is-listener.ts'

const PLAYER = 'AppleCoreMedia/1.0.0.21F79 (iPhone; U; CPU OS 17_5 like Mac OS X; en_us)'

test.each([
  PLAYER,
  'Podcasts/1575.1.2 CFNetwork/1496.0.7 Darwin/23.5.0',
  'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)',
  'Spotify/8.9.42 Android/34 (SM-S911B)',
  'Pocket Casts',
  'AntennaPod/3.4.0',
  'PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)',
  'okhttp/4.12.0',
  'stagefright/1.2 (Linux;Android 13)',
  'VLC/3.0.20 LibVLC/3.0.20',
  'Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Overcast ( http://overcast.fm/; Apple Watch podcast app)',
  'Overcast/792 CFNetwork/1098.7 Darwin/19.0.0',
  'Podimo/1.11.3 build 91/Android 28',
  'Podcast Addict - Dalvik/2.1.0 (Linux; U; Android 9; SM-G960F Build/PPR1.180610.011)',
  'EpisodeFever/21 CFNetwork/976 Darwin/18.2.0',
  'Tweetbot/53300 CFNetwork/1335.0.3 Darwin/21.6.0',
  'Goodpods/1 CFNetwork/1329 Darwin/21.3.0',
  'Goodpods.Android / 2.2.2',
  'Spotify/8.7.76.359 SM-R870/30 (SM-R870)',
  'TuneIn Radio/24.2 (Linux;Android 10) ExoPlayerLib/2.11.4',
  'iTunes/12.10.9 (Windows; Microsoft Windows 10 x64; x64) AppleWebKit/7609.3005.1003.3',
  'gPodder/3.10.21 (+http://gpodder.org/) Linux',
  'castget 1.2.4 (castget rss enclosure downloader)',
  'KaiOS Downloader',
  'FileDownloader/1.7.7',
  'Dart/2.18 (dart:io)',
  'Lavf/60.16.100',
  'GoogleChirp/1.0',
  'Roku/DVP-9.10 (499.10E04121A)',
  'Newsboat/2.29.0 (Linux x86_64)',
  'Mozilla/5.0 (Linux; Android 15; CPH2557 Build/AP3A.240617.008; wv) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 16; Pixel 10; wv) AppleWebKit/537.36 Chrome/146.0 Mobile Safari/537.36 MetaIAB Facebook',
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 SogouMobileBrowser/6.9',
])('%s is what somebody listens with', (agent) => {
  expect(isListener(agent)).toBe(true)
})

test.each([
  '',
  'Mozilla/5.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'facebookexternalhit/1.1',
  'GPTBot/1.2',
  'Overcast/1.0 Podcast Sync (3 subscribers; feed-id=1; +http://overcast.fm/)',
  'iTMS',
  'atc/1.0 watchOS/10.5 model/Watch6,4',
  'curl/8.5.0',
  'Wget/1.21',
  'python-requests/2.32',
  'Go-http-client/2.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36',
  '(Mozilla/5.0)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; DataForSeoBot/1.0; +https://dataforseo.com/dataforseo-bot)',
  'Mozilla/5.0 (compatible; Twingly Recon; twingly.com)',
  'Sogou web spider/4.0 (+http://www.sogou.com/docs/help/webmasters.htm#07)',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'WhatsApp/2.23.20.0 A',
  'http.rb/5.2.0 (Mastodon/4.3.9; +https://example.social/)',
  'gotosocial/0.19.1 (+https://example.social)',
  'Spotify/1.0',
  'Goodpods/2.2',
  'Podimo/1.0 (+https://podimo.com/)',
  'PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)',
  'PlayerFM/1.0 Podcast Sync (0 subscribers; url=https://player.fm/series/1)',
  'Podcastindex.org/v0.3.3 (Aggrivate)',
  'AnchorImport/1.0',
  'Libsyn4-Download',
  'Transistor.fm/1.0',
  'Castopod/1.1.2',
  'CastFeedValidator/3.0.5 (https://castfeedvalidator.com)',
  'Podtrac Feed Scanner',
  'Podscribe/1.1',
  'Overcast%20Transcriber/1 CFNetwork/3855.100.1 Darwin/25.0.0',
  'SiriusXM/STT-Processor/1.0',
  'Speechmatics-API/2.0',
  'podcast-go-audio-downloader/2.0',
  'com.apple.mobilenotes.SharingExtension/2511 CFNetwork/1494.0.7 Darwin/23.4.0',
  'GuzzleHttp/6.1.0 curl/7.50.1 PHP/7.0.13',
  'Python-urllib/3.9',
  'reqwest/0.9.19',
  'Deno/1.26.1',
])('“%s” is a program that nobody listens with', (agent) => {
  expect(isListener(agent)).toBe(false)
})

test('every pattern of the list is one that JavaScript reads', () => {
  for (const { pattern } of crawlers) {
    expect(() => new RegExp(pattern), pattern).not.toThrow()
  }
})

test('what the list gives as examples is left out, but for what people listen with', () => {
  const missed = crawlers.filter(({ instances }) => instances.some(isListener)).map(({ pattern }) => pattern)
  expect(missed.filter((pattern) => !LISTED_WRONGLY.has(pattern))).toEqual([])
})

test('whatever is taken from the list is still in it', () => {
  expect(crawlers.map(({ pattern }) => pattern)).toEqual(expect.arrayContaining([...LISTED_WRONGLY]))
})

test('a program that says that it is a bot is one, whatever else it says', () => {
  const others = fc.constantFrom(PLAYER, 'okhttp/4.12.0', 'iPhone', 'Chrome/140.0', '(', ')', ';', '/')
  const words = fc.array(others, { maxLength: 5 })
  const bot = fc.stringMatching(/^[A-Z][a-z]{0,9}(Bot|Crawler|Spider)\/\d\.\d$/)
  fc.assert(
    fc.property(words, bot, words, (before, name, after) => {
      fc.pre(!/cubot|tweetbot/i.test(name))
      expect(isListener([...before, name, ...after].join(' '))).toBe(false)
    }),
  )
})

test('a name without an end is judged by how it begins', () => {
  expect(isListener(PLAYER + ' '.repeat(16_000))).toBe(true)
  expect(isListener(`curl/8.5.0${'Current'.repeat(2000)}`)).toBe(false)
})
