/** The first that fits decides: browsers name each other in what they say of themselves. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Microsoft Edge|Edg(?:A|iOS)?\//, 'Edge'],
  [/Opera|OPR\//, 'Opera'],
  [/SamsungBrowser|Samsung Internet/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Google Chrome|Chrome\/|CriOS/, 'Chrome'],
  [/Chromium/, 'Chromium'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS|Chrome ?OS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac ?OS|Macintosh/i, 'macOS'],
  [/Linux/, 'Linux'],
]

/** What a browser has said of itself, such as a user agent, in the two words that people know it by. */
export function readDeviceName(userAgent: string): { browser: string; system: string } | undefined {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return browser === undefined || system === undefined ? undefined : { browser, system }
}
