import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { amplifyStyles } from './build/amplify-styles.ts'
import { compileMessages } from './build/compile-messages.ts'
import { drawIcons } from './build/draw-icons.ts'
import { firstPaint } from './build/first-paint.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { patchAmplify } from './build/patch-amplify.ts'
import { precompress } from './build/precompress.ts'
import { sizeBudget } from './build/size-budget.ts'
import { themeCss } from './build/theme-css.ts'
import { trimAmplify } from './build/trim-amplify.ts'
import { unpackMp3Encoder } from './build/unpack-mp3-encoder.ts'

const SERVER = 'http://localhost:8080'
const SERVED_THERE = ['/api', '/config.json', '/cognito-idp', '/cognito-identity', '/s3']
const LIST = ['src/start.tsx', 'src/preaching/preaching-list-page.tsx', 'virtual:messages/en/start']
const TODAY = [
  'src/start.tsx',
  'src/today/today-page.tsx',
  'virtual:messages/en/start',
  'virtual:messages/en/today',
]

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
      { name: 'The list, signed in', modules: LIST, js: 168_500, css: 12_000 },
      { name: 'Today, signed in', modules: TODAY, js: 168_500, css: 12_000 },
      {
        name: 'The form, after the list',
        modules: ['src/preaching/preaching-form-page.tsx'],
        after: LIST,
        js: 57_500,
      },
      { name: 'The sign-in page', modules: ['src/auth/login-page.tsx'], after: LIST, js: 170_000 },
    ]),
    precompress(),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Few files, each with all that it imports: fifty small ones compress worse and cost a request each. What a
        // list needs comes before its rows, what a form and a dialog need after them.
        codeSplitting: {
          groups: [
            { name: 'start', test: /src\/start\.tsx$/ },
            {
              name: 'list',
              test: /src\/(api|ui)\/(?!accents|ask-and-erase|attendance-visit|care-|class-(?!dot.module)|contact-|creatable|criteria-|dialog-|drop-area|face|first-weekday|focus-once|growing|import-steps|last-changed|list-teachers|presses|progress|report-|restore-|search-list|show-(church|more)|small-photos|sort-|step-names|theme-v|tokens|use-church-today)|react-query/,
            },
            {
              name: 'form',
              test: /src\/(api\/last-changed|is-day)|src\/(forms|ui)\/(?!accents|attendance-visit|class-|confirm-numbers|contact-|criteria-|face|file-button|first-weekday|focus-once|import-steps|report-|step-names|show-church|theme-v|tokens)|(components|styles)\/(MultiSelect|PillsInput|Textarea)|hooks\/esm\/use-debounced-value\//,
            },
            {
              name: 'preaching',
              test: /src\/(preaching\/(?!add-name|file-|image-type|library|lookup-select|names-calls|preaching-fields|propose-|chosen-files|files-store|save-|store-file|upload-kinds|use-chosen|use-duration|waveform-)|media\/delete-released|languages|media\.ts)/,
              minShareCount: 2,
            },
            {
              name: 'class-rows',
              test: /src\/ui\/(attendance-visit|class-(?!dot.module))/,
              minShareCount: 2,
            },
            { name: 'sermon-chapters', test: /src\/sermon-chapters/, minShareCount: 2 },
            {
              name: 'sermon-form',
              test: /src\/(preaching\/(file-|image-type|lookup-select|preaching-fields|preaching-form|run-save|save-(?!preaching)|chosen-files|files-store|upload-kinds|use-(chosen|duration|preaching-form|proposals|recording))|preaching-record)/,
            },
            {
              name: 'classes',
              test: /src\/(attendance|attendee|classes|forms\/confirm-numbers|ui\/(contact-|face)|api\/(ask-and-erase|list-teachers|small-photos))|photo-rules/,
              minShareCount: 2,
            },
            { name: 'staff', test: /src\/staff/, minShareCount: 2 },
            { name: 'icons', test: /virtual:icon/, minShareCount: 2, priority: 1 },
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
