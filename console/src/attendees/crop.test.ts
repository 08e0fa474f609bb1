import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstCrop, MAX_ZOOM, move, sideOf, zoomBy } from './crop.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 8000 }),
  height: fc.integer({ min: 1, max: 8000 }),
})
const part = fc.double({ min: -20, max: 20, noNaN: true })
const step = fc.oneof(
  fc.record({ right: part, down: part }),
  fc.record({ factor: fc.double({ min: 0.01, max: 100, noNaN: true }) }),
)

test('however it is moved and zoomed, the square lies in the picture', () => {
  fc.assert(
    fc.property(size, fc.array(step, { maxLength: 30 }), (of, steps) => {
      let crop = firstCrop(of)
      for (const one of steps) {
        crop = 'factor' in one ? zoomBy(of, crop, one.factor) : move(of, crop, one.right, one.down)
        const half = sideOf(of, crop) / 2
        expect(crop.zoom).toBeGreaterThanOrEqual(1)
        expect(crop.zoom).toBeLessThanOrEqual(MAX_ZOOM)
        expect(crop.x - half).toBeGreaterThanOrEqual(-1e-9)
        expect(crop.y - half).toBeGreaterThanOrEqual(-1e-9)
        expect(crop.x + half).toBeLessThanOrEqual(of.width + 1e-9)
        expect(crop.y + half).toBeLessThanOrEqual(of.height + 1e-9)
      }
    }),
  )
})

test('a wide picture begins with its middle, and moves by parts of what is seen', () => {
  const of = { width: 400, height: 200 }
  const crop = firstCrop(of)
  expect([crop, sideOf(of, crop)]).toEqual([{ x: 200, y: 100, zoom: 1 }, 200])
  expect(move(of, crop, 0.25, 0.25)).toEqual({ x: 250, y: 100, zoom: 1 })
  expect(move(of, zoomBy(of, crop, 2), 0, -1)).toEqual({ x: 200, y: 50, zoom: 2 })
})
