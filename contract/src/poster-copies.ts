/**
 * What is cut of a large poster: for lists of public pages, for previews (Open Graph), and as podcast apps take it. They lie
 * beside the small copy, in a folder named after the poster, and the small copy's name says that they are there: who has
 * it has them, and whoever gives it up gives them up.
 */
export type PosterCopies = { card: string; wide: string; square?: string }

export const CARD = { width: 640, height: 360 }
export const WIDE = { width: 1200, height: 675 }

/** The folder of a poster's copies. */
export function copiesFolder(poster: string): string {
  return `${poster}.sizes/`
}

/** What the small copy is called that has others beside it, without its suffix. */
export const SMALL_AMONG = { wide: '320-wide', square: '320-wide-square' }

/** The copies beside a small one; undefined where it stands alone. */
export function copiesBeside(small: string): PosterCopies | undefined {
  const [, folder, square] = /^(.+\.sizes\/)320-wide(-square)?\.(?:webp|jpg)$/.exec(small) ?? []
  return folder === undefined
    ? undefined
    : {
        card: `${folder}card.jpg`,
        wide: `${folder}wide.jpg`,
        ...(square !== undefined && { square: `${folder}square.jpg` }),
      }
}

/** A path with those of the copies that it stands for. */
export function withCopies(path: string): string[] {
  return [path, ...Object.values(copiesBeside(path) ?? {})]
}

/** The small copies of which one has to be in use for this to be: none for what is no such copy. */
export function smallBeside(copy: string): string[] {
  const [, folder, name] = /^(.+\.sizes\/)(card|wide|square)\.jpg$/.exec(copy) ?? []
  const names = name === 'square' ? [SMALL_AMONG.square] : Object.values(SMALL_AMONG)
  return folder === undefined
    ? []
    : names.flatMap((small) => ['webp', 'jpg'].map((suffix) => `${folder}${small}.${suffix}`))
}
