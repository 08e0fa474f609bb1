import { defineConfig, devices } from '@playwright/test'

/**
 * Chromium keeps the last list of these alone, so ours begins with what Playwright 1.65 leaves out itself. Without
 * the omnibox's own pages, which every window prepares in a process of their own, a new context costs half as much.
 */
const FEATURES_LEFT_OUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

const launchOptions = {
  executablePath: process.env.CHROME ?? '/usr/bin/chromium',
  // In a plain C locale it opens no file whose name holds more than ASCII.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--no-sandbox',
    `--disable-features=${FEATURES_LEFT_OUT.join(',')}`,
    '--disable-gpu',
    // Drawing without a card in a process of its own costs a tenth of all processor time.
    '--in-process-gpu',
    // All tabs of a browser at the console are drawn by one process: to start one and to warm it costs a second.
    '--process-per-site',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A page of a test lives for seconds: compiling it as if for hours costs a fifth of all processor time.
    '--js-flags=--invocation-count-for-maglev=20000 --invocation-count-for-turbofan=100000',
    '--autoplay-policy=no-user-gesture-required',
  ],
}

/** Tests run on a desktop; with @phone in the title on a phone as well, with @phone-only on a phone alone. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../server/src/testing/provide-folder.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  forbidOnly: true,
  // Two cores wait for a quarter of the time when two pages are all they have.
  workers: 3,
  // These end what hangs; a machine with other work may be several times slower.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../test-results/report.json' }],
  ],
  use: {
    launchOptions,
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    // What a service worker fetches is seen by no `page.route` and no `page.on('request')`; its own specs allow it.
    serviceWorkers: 'block',
    // A trace of everything costs half as much again; `npm run e2e -- --trace on` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
})
