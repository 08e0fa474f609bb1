import { expect, test } from 'vitest'
import { isListener } from './is-listener.ts'

test.each([
  'AppleCoreMedia/1.0.0.21F79 (iPhone; U; CPU OS 17_5 like Mac OS X; en_us)',
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
])('“%s” is a program that nobody listens with', (agent) => {
  expect(isListener(agent)).toBe(false)
})
