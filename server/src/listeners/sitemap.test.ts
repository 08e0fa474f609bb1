import { expect, test } from 'vitest'
import { writeSitemap } from './sitemap.ts'

test('a sitemap names 50,000 addresses at most, the first page among them', () => {
  const sermons = Array.from({ length: 50_000 }, (_, at) => ({ uuid: `uuid-${at}`, localizedname: 'Grace' }))
  const written = writeSitemap('https://church.test', sermons)
  expect(written.match(/<loc>/g)).toHaveLength(50_000)
  expect(written).toContain('<loc>https://church.test/sermons</loc>')
  expect(written).toContain('<loc>https://church.test/sermons/uuid-0/grace</loc>')
})
