/** The first bytes of pictures (hexadecimal); `*` stands for any byte. */
const BEGINNINGS: readonly [type: string, bytes: string][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['image/webp', '52494646********57454250'],
  ['image/avif', '********6674797061766966'],
  ['image/bmp', '424d'],
]

/** The file with the type that its content shows, if the system knew none. */
export async function withImageType(file: File): Promise<File> {
  const type =
    file.type === '' ? imageTypeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer())) : undefined
  return type === undefined ? file : new File([file], file.name, { type, lastModified: file.lastModified })
}

export function imageTypeOf(head: Uint8Array): string | undefined {
  const hex = Array.from(head, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const begins = (bytes: string) =>
    hex.length >= bytes.length && [...bytes].every((digit, at) => digit === '*' || digit === hex[at])
  return BEGINNINGS.find(([, bytes]) => begins(bytes))?.[0]
}
