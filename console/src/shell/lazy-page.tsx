import { type ComponentType, use } from 'react'

/** A page whose code is fetched when it is first wanted. */
export type LazyPage = {
  preload(): Promise<void>
  /** The page, once its code is there. */
  loaded(): ComponentType | undefined
}

export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let page: ComponentType | undefined
  let loading: Promise<void> | undefined
  return {
    loaded: () => page,
    preload() {
      // A page whose code could not be fetched stays failed: the person is offered to load everything again.
      loading ??= load().then((component) => {
        page = component
      })
      return loading
    },
  }
}

/**
 * Draws a page, waiting for its code if need be. Unlike with React's own `lazy`, a page that was preloaded
 * is drawn at once, without the fallback that React holds for 300 ms.
 */
export function DrawnPage({ page }: { page: LazyPage }) {
  if (page.loaded() === undefined) {
    use(page.preload())
  }
  const Page = page.loaded()
  return Page === undefined ? null : <Page />
}
