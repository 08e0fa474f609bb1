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
