import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { StorageError } from './storage-errors.ts'

type XmlValue = string | number | boolean | undefined | XmlTree | readonly (string | XmlTree)[]
export type XmlTree = { readonly [name: string]: XmlValue }

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** An XML document; an array gives its element once per entry, `undefined` gives none. */
export function writeXml(
  root: string,
  tree: XmlTree | string,
  namespace: string | undefined = NAMESPACE,
): string {
  const attribute = namespace ? ` xmlns="${namespace}"` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attribute}>${typeof tree === 'string' ? escapeXml(tree) : writeTree(tree)}</${root}>`
}

function writeTree(tree: XmlTree): string {
  return Object.entries(tree)
    .flatMap(([name, value]) => [value].flat().map((one) => writeElement(name, one)))
    .join('')
}

function writeElement(name: string, value: string | number | boolean | undefined | XmlTree): string {
  if (value === undefined) {
    return ''
  }
  return `<${name}>${typeof value === 'object' ? writeTree(value) : escapeXml(String(value))}</${name}>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => ENTITIES[character] ?? character)
}

// Values stay text and keep their blanks: a key may be "007" or end in a space.
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
  removeNSPrefix: true,
  isArray: (name) => name === 'Part' || name === 'Object',
})

/** The element `root` of a request's XML as nested objects. Throws MalformedXML. */
export function readXml(text: string, root: string): Record<string, unknown> {
  // Entities of one's own are never needed here and are how XML is abused.
  if (text.includes('<!') || XMLValidator.validate(text) !== true) {
    throw new StorageError('MalformedXML')
  }
  const document: unknown = parser.parse(text)
  const tree = isTree(document) ? document[root] : undefined
  if (!isTree(tree)) {
    throw new StorageError('MalformedXML')
  }
  return tree
}

/** The entries of a repeated element; none when it is absent. Throws MalformedXML. */
export function readEntries(tree: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const entries = tree[name] ?? []
  if (!Array.isArray(entries) || !entries.every(isTree)) {
    throw new StorageError('MalformedXML')
  }
  return entries
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
