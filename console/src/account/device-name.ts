/** The first one that fits decides, since browsers name each other in their user agents. */
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

/** Two words by which people know a browser, from what it says of itself, such as a user agent. */
export function readDeviceName(userAgent: string): { browser: string; system: string } | undefined {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return browser === undefined || system === undefined ? undefined : { browser, system }
}
