import type { LabelSize } from '@vestry/contract/sunday-school/label-rules.ts'
import classes from './print-view.module.css'

/** How many labels stand on a page. */
const ON_A_PAGE: Partial<Record<LabelSize, number>> = { a4_of_8: 8, letter_of_8: 8 }
/** Some browsers read the page after they have said that it was printed. */
const LEFT_OPEN = 10_000

let remove = () => {}

/** Opens the browser's print dialog with these pictures alone, each on a page or on a label of a sheet. */
export async function printPictures(canvases: readonly HTMLCanvasElement[], size: LabelSize): Promise<void> {
  remove()
  const addresses = await Promise.all(canvases.map(addressOf))
  const view = document.createElement('div')
  view.className = classes.view ?? ''
  view.dataset.size = size
  const onPage = ON_A_PAGE[size] ?? 1
  for (let from = 0; from < addresses.length; from += onPage) {
    const page = document.createElement('section')
    page.append(...addresses.slice(from, from + onPage).map(pictureOf))
    view.append(page)
  }
  document.body.append(view)
  remove = () => {
    view.remove()
    for (const address of addresses) {
      URL.revokeObjectURL(address)
    }
    remove = () => {}
  }
  await Promise.all([...view.querySelectorAll('img')].map((image) => image.decode()))
  window.addEventListener('afterprint', () => setTimeout(() => view.isConnected && remove(), LEFT_OPEN), {
    once: true,
  })
  window.print()
}

function pictureOf(address: string): HTMLImageElement {
  const image = new Image()
  image.src = address
  image.alt = ''
  return image
}

async function addressOf(canvas: HTMLCanvasElement): Promise<string> {
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (picture === null) {
    throw new Error('This browser makes no pictures.')
  }
  return URL.createObjectURL(picture)
}
