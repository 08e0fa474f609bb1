/** The text of an XML file as it comes in, in the encoding that it names; UTF-8 if it names none that is known. */
export async function* decodeXml(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  let decoder: TextDecoder | undefined
  for await (const piece of bytes) {
    decoder ??= decoderFor(piece)
    yield decoder.decode(piece, { stream: true })
  }
  yield decoder?.decode() ?? ''
}

function decoderFor(start: Uint8Array): TextDecoder {
  const head = new TextDecoder('latin1').decode(start.subarray(0, 200))
  const [, named = 'utf-8'] =
    /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head) ?? []
  const isUtf16 = head.startsWith('\u00ff\u00fe') || head.startsWith('\u00fe\u00ff')
  try {
    return new TextDecoder(isUtf16 ? (head.startsWith('\u00fe') ? 'utf-16be' : 'utf-16le') : named)
  } catch {
    return new TextDecoder()
  }
}
