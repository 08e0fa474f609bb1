/**
 * What is cut of a large poster: for lists of public pages, for previews (Open Graph), and as podcast apps take it. They lie
 * beside the small copy, in a folder named after the poster, and the small copy's name says that they are there: who has
 * it has them, and whoever gives it up gives them up. A series' picture lies in such a folder of its own name itself, with
 * all of them.
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

/** The copies beside a small one, or beside the picture of a series; undefined where it stands alone. */
export function copiesBeside(path: string): PosterCopies | undefined {
  const [, folder, square] =
    /^(.+\.sizes\/)320-wide(-square)?\.(?:webp|jpg)$/.exec(path) ??
    // In a folder of its own name.
    /^((?:.+\/)?([^/]+)\.sizes\/)\2$/.exec(path) ??
    []
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

/** The small copies and the picture of which one has to be in use for this to be: none for what is no such copy. */
export function smallBeside(copy: string): string[] {
  const [, folder, name] = /^(.+\.sizes\/)(card|wide|square)\.jpg$/.exec(copy) ?? []
  const names = name === 'square' ? [SMALL_AMONG.square] : Object.values(SMALL_AMONG)
  if (folder === undefined) {
    return []
  }
  const picture = folder.slice(folder.lastIndexOf('/', folder.length - 2) + 1, -'.sizes/'.length)
  return [
    folder + picture,
    ...names.flatMap((small) => ['webp', 'jpg'].map((suffix) => `${folder}${small}.${suffix}`)),
  ]
}
