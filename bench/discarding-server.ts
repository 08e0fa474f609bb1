import { once } from 'node:events'
import { createServer } from 'node:http'
import type { BrowserContext } from '@playwright/test'

const PART = 8 * 1024 * 1024
const LANES = 3

/**
 * The seconds that this browser needs to send a file, in as many parts and at the same time as the console does, to a
 * server that discards every byte: no upload from this browser on this machine can be faster.
 */
export async function sendToNowhere(context: BrowserContext, file: string): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Nowhere</title><input type="file">')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const page = await context.newPage()
  try {
    await page.goto(`http://localhost:${typeof address === 'object' && address ? address.port : 0}/`)
    await page.setInputFiles('input', file)
    return await page.evaluate(sendInPage, { part: PART, lanes: LANES })
  } finally {
    await page.close()
    server.close()
    server.closeAllConnections()
  }
}

async function sendInPage({ part, lanes }: { part: number; lanes: number }): Promise<number> {
  const [file] = document.querySelector('input')?.files ?? []
  if (!file) {
    throw new Error('No file was chosen.')
  }
  const starts = Array.from({ length: Math.ceil(file.size / part) }, (_, index) => index * part)
  const send = (body: Blob) =>
    new Promise<void>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('PUT', '/')
      request.onload = () => resolve()
      request.onerror = () => reject(new Error('The line broke.'))
      request.send(body)
    })
  const lane = async () => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      await send(file.slice(start, start + part))
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  return (performance.now() - began) / 1000
}
