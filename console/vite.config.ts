import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGE_TAGS } from '@vestry/contract/messages/message-languages.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { amplifyStyles } from './build/amplify-styles.ts'
import { compileMessages } from './build/compile-messages.ts'
import { drawIcons } from './build/draw-icons.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { inLanguage, type PageModules, pageFiles } from './build/page-files.ts'
import { patchAmplify } from './build/patch-amplify.ts'
import { precompress } from './build/precompress.ts'
import { sizeBudget } from './build/size-budget.ts'
import { stationPage } from './build/station-page.ts'
import { themeCss } from './build/theme-css.ts'
import { trimAmplify } from './build/trim-amplify.ts'
import { unpackMp3Encoder } from './build/unpack-mp3-encoder.ts'
import { firstPaint } from './build/write-first-paint.ts'
import { offlineWorker } from './build/write-worker.ts'

const SERVER = 'http://localhost:8080'
const SERVED_THERE = ['/api', '/config.json', '/cognito-idp', '/cognito-identity', '/s3']
const START = 'virtual:messages/LANGUAGE/start'
const ROLL = [START, 'src/attendance/attendance-page.tsx', 'virtual:messages/LANGUAGE/sunday-school']
/** The pages on which people begin, and the roll, which a phone opens in class. */
const PAGE_MODULES: PageModules = {
  '/preaching': [START, 'src/preaching/list/preaching-list-page.tsx'],
  '/today': [START, 'src/today/today-page.tsx', 'virtual:messages/LANGUAGE/today'],
  '/sunday-school/classes/attendance': ROLL,
  '/sunday-school/classes/history/attendance': ROLL,
}
const LIST = firstModules('/preaching')
/** What works without a connection from the first visit on, in every language: Today, classes, the roll, signing out. */
const OFFLINE = [
  ...[...(PAGE_MODULES['/today'] ?? []), ...ROLL].flatMap((module) =>
    LANGUAGE_TAGS.map((language) => module.replace('LANGUAGE', language)),
  ),
  ...LANGUAGE_TAGS.flatMap((language) =>
    ['forms', 'rooms'].map((part) => `virtual:messages/${language}/${part}`),
  ),
  'src/start.tsx',
  'src/shell/after-start.tsx',
  '/cognito/apis/signOut.mjs',
  'src/classes/class-list-page.tsx',
  'src/today/kept-classes.tsx',
  'src/attendance/work-offline.ts',
  'src/attendance/absence-dialog.tsx',
  'src/attendance/change-records.ts',
  'src/attendance/guest-dialog.tsx',
  'src/attendance/record-list.tsx',
  'src/attendance/roll-others.tsx',
  'src/attendance/room-line.tsx',
]

/** All that a signed-in person loads who opens the page at this address, in English. */
function firstModules(path: string): string[] {
  return ['src/start.tsx', ...inLanguage(PAGE_MODULES[path] ?? [], 'en')]
}

/** Without the line that would be in it, a class compresses better. */
function scopedName(name: string, file: string): string {
  return `${name}_${createHash('sha256').update(basename(file)).digest('base64url').slice(0, 4)}`
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    firstPaint(),
    compileMessages(),
    drawIcons(),
    themeCss(),
    mantineStyles(),
    trimAmplify(),
    patchAmplify(),
    amplifyStyles(),
    react(),
    sizeBudget([
      { name: 'The list, signed in', modules: LIST, js: 169_000, css: 12_000 },
      { name: 'Today, signed in', modules: firstModules('/today'), js: 169_000, css: 12_000 },
      {
        name: 'The roll, signed in',
        modules: firstModules('/sunday-school/classes/attendance'),
        js: 185_200,
        css: 14_000,
      },
      {
        name: 'The form, after the list',
        modules: ['src/preaching/form/preaching-form-page.tsx'],
        after: LIST,
        js: 57_600,
      },
      { name: 'The sign-in page', modules: ['src/auth/login-page.tsx'], after: LIST, js: 170_000 },
    ]),
    pageFiles(PAGE_MODULES),
    offlineWorker(OFFLINE),
    stationPage(scopedName),
    precompress(),
  ],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What the start has loaded need not be named by what is loaded later.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter((file) => !/^assets\/(start|rolldown-runtime)-/.test(file)),
    },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // The start names two hundred files: seven signs tell two builds of one file apart as well as eight.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Few files, each with all that it imports: fifty small ones compress worse and cost a request each. What a
        // list needs comes before its rows, what a form and a dialog need after them.
        codeSplitting: {
          groups: [
            {
              name: 'start',
              test: /src\/start\.tsx$|console\/src\/(api|ui|ui\/look)\/(?!open-claims|silent-rolls)[^/]+$|api\/news\/told|api\/offline\/(forget|unsent)|react-query|virtual:icon|ui\/list\/(search-input|list-notice)|contract\/src\/text\/(sanitize|normal-form|search-key)/,
            },
            { name: 'list', test: /console\/src\/ui\/(list|print)\/(?!print-list)[^/]+$/ },
            {
              name: 'people',
              test: /(ui|api)\/people\/(face|care|contact|state|search|show|small)|sunday-school\/sunday-school-rules/,
              minShareCount: 2,
            },
            {
              name: 'class-rows',
              test: /console\/src\/(ui\/classes\/|api\/(open-claims|silent-rolls|claims\/with-list))/,
              minShareCount: 2,
            },
            { name: 'today', test: /console\/src\/today\/(?!kept|getting-started-list)/ },
            {
              name: 'roll',
              test: /console\/src\/attendance\/(?!absence|guest|kept-marks|marks-copy|keep-written|namesakes|record-list|roll-others|change|room-line|work-offline|unsent|send-|say-)/,
            },
            {
              name: 'offline',
              test: /console\/src\/(attendance\/(kept-marks|marks-copy|work-offline|unsent|send-|say-)|api\/offline\/)|node_modules\/idb\//,
            },
            {
              name: 'form',
              test: /console\/src\/(forms\/(?!absence)|(api\/trash|ui\/(dialogs|forms))\/)|(components|styles)\/(MultiSelect|PillsInput|Textarea)|hooks\/esm\/use-debounced-value\//,
            },
            {
              name: 'preaching',
              test: /console\/src\/preaching\/(list\/(?!delete|preaching-filter-panel|preaching-selection|several)|sermon\/(sermon-title|poster|chosen|use-object)|(preaching-calls|language-of|delete-released))/,
            },
            { name: 'sermons', test: /contract\/src\/sermons\//, minShareCount: 2 },
            { name: 'sermon-form', test: /console\/src\/preaching\/form\// },
            {
              name: 'classes',
              test: /console\/src\/(attendees|classes|(api|ui)\/people)\/|contract\/src\/sunday-school\/(?!room-rules)/,
              minShareCount: 2,
            },
            { name: 'staff', test: /src\/staff/, minShareCount: 2 },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  // The encoder is loaded by the worker that needs it.
  worker: { format: 'es', plugins: () => [unpackMp3Encoder()] },
  server: {
    // Signatures cover the Host header, so the proxy hands it on as it came.
    proxy: Object.fromEntries(SERVED_THERE.map((path) => [path, { target: SERVER, changeOrigin: false }])),
  },
})
