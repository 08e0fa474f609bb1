/**
 * The copies of a large poster: for lists of public pages, for previews (Open Graph), and for podcast apps. They are
 * beside the small copy, in a folder named after the poster, and the small copy's name says that they are there: a
 * record that has it has them too, and gives them up with it. The picture of a series is itself in such a folder of its
 * own name, with all of them.
 */
export type PosterCopies = { card: string; wide: string; square?: string }

export const CARD = { width: 640, height: 360 }
export const WIDE = { width: 1200, height: 675 }

/** The folder of a poster's copies. */
export function copiesFolder(poster: string): string {
  return `${poster}.sizes/`
}

/** The name of a small copy that has others beside it, without its suffix. */
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

/** A path, and those of the copies for which it stands. */
export function withCopies(path: string): string[] {
  return [path, ...Object.values(copiesBeside(path) ?? {})]
}

/**
 * The small copies and the picture, one of which must be in use for this copy to be in use; none if it is no such copy.
 */
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
