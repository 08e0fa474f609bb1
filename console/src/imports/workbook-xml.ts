import { Parser } from 'htmlparser2'

/** No workbook comes near this. */
const MAX_DEPTH = 100
const MAX_ATTRIBUTES = 200

export type XmlHandlers = {
  open: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
  /** Whether the rest doesn't matter. */
  isDone?: () => boolean
}

/** Reads XML as it comes in; names are without the prefix of their namespace. */
export async function readXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  let depth = 0
  let attributes = 0
  const parser = new Parser(
    {
      onattribute: () => {
        attributes += 1
        if (attributes > MAX_ATTRIBUTES) {
          throw new Error('An element has too many attributes.')
        }
      },
      onopentag: (name, given) => {
        attributes = 0
        depth += 1
        if (depth > MAX_DEPTH) {
          throw new Error('The elements are nested too deeply.')
        }
        handlers.open(localName(name), given)
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag: (name) => {
        depth -= 1
        handlers.close?.(localName(name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const piece of pieces) {
    parser.write(piece)
    if (handlers.isDone?.()) {
      return
    }
  }
  parser.end()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
