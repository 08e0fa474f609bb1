import { expect, test } from 'vitest'
import { sortRequest } from './sort-request.ts'

const OWN = 'https://vestry.example'
const PAGES = ['', 'today', 'sunday-school']

const sort = (url: string, more: { method?: string; mode?: RequestMode } = {}) =>
  sortRequest({ method: 'GET', mode: 'cors', url: new URL(url, OWN).href, ...more }, OWN, PAGES)
const visit = (url: string) => sort(url, { mode: 'navigate' })

test('the console’s files, its pages and its configuration are answered', () => {
  expect(sort('/assets/start-abc.js')).toBe('file')
  expect(sort('/config.json')).toBe('config')
  for (const address of ['/', '/?x=1', '/today', '/sunday-school/classes/attendance?class=7']) {
    expect(visit(address)).toBe('page')
  }
})

test('everything else is left alone', () => {
  for (const url of [
    '/api/today',
    '/api/attendance/roll-call?class_id=7',
    '/s3/preaching/2026/sermon.mp3',
    '/cognito-idp/',
    '/oauth2/token',
    '/worker.js',
    '/vestry.svg',
    '/logo/church.png',
    '/today',
    '/media/assets/sermon.mp3',
    'https://elsewhere.example/assets/start-abc.js',
    'https://elsewhere.example/config.json',
  ]) {
    expect([url, sort(url)]).toEqual([url, undefined])
  }
  for (const url of [
    '/sermons',
    '/sermons/embed',
    '/api/docs',
    '/s3/preaching/x.html',
    '/todays',
    '/config.json',
  ]) {
    expect([url, visit(url)]).toEqual([url, undefined])
  }
  expect(visit('https://elsewhere.example/today')).toBeUndefined()
})

test('only what is read is answered', () => {
  for (const method of ['POST', 'HEAD', 'PUT', 'DELETE']) {
    expect(sort('/config.json', { method })).toBeUndefined()
    expect(sort('/assets/start-abc.js', { method })).toBeUndefined()
    expect(sort('/today', { method, mode: 'navigate' })).toBeUndefined()
  }
})
