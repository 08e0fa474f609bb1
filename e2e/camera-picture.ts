import { writeFileSync } from 'node:fs'
import encodeQr from 'qr'

const [WIDTH, HEIGHT] = [640, 480]
const FRAMES = 10
/** Of the picture's height, as of a card that somebody holds before a tablet. */
const SHARE = 0.5

/** Writes a film of a QR code that is held still, as Chromium takes it in place of a camera (YUV4MPEG2). */
export function filmCode(file: string, text: string): void {
  const code = encodeQr(text, 'raw', { ecc: 'quartile' })
  const dot = Math.floor((HEIGHT * SHARE) / code.length)
  const side = dot * code.length
  const [left, top] = [Math.floor((WIDTH - side) / 2), Math.floor((HEIGHT - side) / 2)]
  const light = Buffer.alloc(WIDTH * HEIGHT, 200)
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      if (code[Math.floor(row / dot)]?.[Math.floor(column / dot)]) {
        light[(top + row) * WIDTH + left + column] = 30
      }
    }
  }
  const frame = [Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame).flat()]))
}
