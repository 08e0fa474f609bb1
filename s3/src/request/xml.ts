import { S3Error } from '../s3-errors.ts'

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

/** An element of a request's XML, without its namespace and attributes. */
export type XmlElement = { name: string; text: string; children: XmlElement[] }

/** More than any call of S3 needs: ten thousand parts, each with a number, an ETag and at most five checksums. */
const MAX_ELEMENTS = 100_000
const MAX_DEPTH = 8

const NAME = String.raw`(?:[^\s<>"'=/:]+:)?([^\s<>"'=/:]+)`
const ATTRIBUTES = String.raw`(?:\s+[^\s<>"'=/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*`
// Nothing begins with <!: declared entities are never needed here, and XML is abused through them.
const TOKEN = new RegExp(`([^<]+)|<\\?[^<]*?\\?>|</${NAME}\\s*>|<${NAME}${ATTRIBUTES}(/?)>`, 'y')

/**
 * Reads a request's XML, whose root must be `root`. The time it takes is proportional to the length of the text,
 * whatever is in it. Throws MalformedXML.
 */
export function readXml(text: string, root: string): XmlElement {
  const document: XmlElement = { name: '', text: '', children: [] }
  const open = [document]
  let elements = 0
  TOKEN.lastIndex = 0
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)
    const within = open.at(-1)
    if (!token || !within || elements > MAX_ELEMENTS || open.length > MAX_DEPTH) {
      throw new S3Error('MalformedXML')
    }
    const [, characters, closed, opened, empty] = token
    if (characters !== undefined) {
      within.text += decodeText(characters)
    } else if (closed !== undefined) {
      if (closed !== within.name) {
        throw new S3Error('MalformedXML')
      }
      open.pop()
    } else if (opened !== undefined) {
      const element: XmlElement = { name: opened, text: '', children: [] }
      within.children.push(element)
      elements++
      if (empty === '') {
        open.push(element)
      }
    }
  }
  const [element, second] = document.children
  if (open.length > 1 || element?.name !== root || second || document.text.trim() !== '') {
    throw new S3Error('MalformedXML')
  }
  return element
}

/** The elements of this name directly within another one. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** The text of an element that may be there once; `undefined` when it isn't. Throws MalformedXML. */
export function textOf(element: XmlElement, name: string): string | undefined {
  const [child, second] = childrenOf(element, name)
  if (second || (child && child.children.length > 0)) {
    throw new S3Error('MalformedXML')
  }
  return child?.text
}

const NAMED_ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const UNKNOWN_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/
const REFERENCE = /&(?:(\w+)|#(\d+)|#x(\w+));/g

function decodeText(text: string): string {
  if (UNKNOWN_REFERENCE.test(text)) {
    throw new S3Error('MalformedXML')
  }
  return text.includes('&') ? text.replace(REFERENCE, decodeReference) : text
}

function decodeReference(_: string, entity?: string, decimal?: string, hex?: string): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (entity === undefined && (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))) {
    throw new S3Error('MalformedXML')
  }
  return entity === undefined ? String.fromCodePoint(code) : (NAMED_ENTITIES[entity] ?? '')
}
