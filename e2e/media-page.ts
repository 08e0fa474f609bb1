import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

export const ASSETS = join(import.meta.dirname, '../console/dist/assets')

/** The doors of the console's media code, as a page that was opened by `openMediaPage` has them. */
export type MediaDoors = {
  prepareRecording(
    file: File | undefined,
    options: { onProgress(fraction: number): void; signal: AbortSignal },
  ): Promise<{
    file: File
    name: string
    contentType: string
    media_format: 'audio' | 'video'
    duration: number | undefined
    dispose(): Promise<void>
  }>
  examineFile(file: File | undefined): Promise<'audio' | 'video'>
  uploadFile(
    source: { file: File | undefined; name: string; contentType: string },
    folder: string,
    options: { onProgress(progress: { loaded: number; total: number }): void; signal: AbortSignal },
  ): Promise<{ path: string }>
  storedFileUrl(path: string): Promise<string>
}

declare global {
  interface Window {
    media: MediaDoors
  }
}

/**
 * Opens the built console for somebody who is signed in, with the doors of its media code in `window.media`
 * and a file field `#media-file`. Everything runs as it does for people: same build, same policy, same session.
 */
export async function openMediaPage(page: Page): Promise<void> {
  await page.goto('/preaching')
  await page.getByRole('heading', { name: 'Preaching Items' }).waitFor()
  const doors = [
    pieceWith('prepare-recording', 'prepareRecording'),
    pieceWith('examine-file', 'examineFile'),
    pieceWith('upload-file', 'uploadFile'),
    pieceWith('stored-files', 'storedFileUrl'),
  ]
  await page.evaluate(async (addresses) => {
    const modules: object[] = await Promise.all(addresses.map((address) => import(address)))
    // The build exports within one object what other pieces import by name.
    const within = modules.flatMap((module) => Object.values(module).filter((one) => typeof one === 'object'))
    window.media = Object.assign({}, ...modules, ...within) as MediaDoors
    document.body.insertAdjacentHTML('beforeend', '<input type="file" id="media-file" hidden>')
  }, doors)
}

/** The address of the lazily loaded piece of the built console that exports something under that name. */
export function pieceWith(piece: string, name: string): string {
  const file = readdirSync(ASSETS).find(
    (asset) =>
      asset.startsWith(`${piece}-`) &&
      asset.endsWith('.js') &&
      new RegExp(`\\bas ${name}\\b|\\b${name}:\\(\\)=>`).test(readFileSync(join(ASSETS, asset), 'utf8')),
  )
  if (!file) {
    throw new Error(`The built console has no piece ${piece} with ${name}.`)
  }
  return `/assets/${file}`
}
