import { constants, crc32, deflateRawSync } from 'node:zlib'

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-C0A]d\\ &quot;de&quot;\\ mmmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="&quot;No. d&quot;#,##0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'

/** Styles of cells, named after what they show. */
export const STYLE = { day: 1, time: 2, dayAndTime: 3, spanishDay: 4, count: 5 } as const

/**
 * A file of an archive; `packed` is one that is compressed already, and `says` is the size that the directory gives.
 */
export type PackedFile = { packed: Uint8Array; says?: number }

/** The content of a sheet, or of each sheet, as it is in `sheetData`. */
export function workbook(
  sheets: readonly { name: string; state?: string; data: string | PackedFile }[],
  parts: { styles?: boolean; sharedStrings?: string; properties?: string } = {},
): Uint8Array<ArrayBuffer> {
  const { styles = true, sharedStrings, properties = '' } = parts
  const named = sheets.map(
    ({ name, state }, place) =>
      `<sheet name="${name}" sheetId="${place + 1}" r:id="rId${place}"${state === undefined ? '' : ` state="${state}"`}/>`,
  )
  const related = sheets.map(
    (_, place) =>
      `<Relationship Id="rId${place}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${place}.xml"/>`,
  )
  if (styles) {
    related.push(`<Relationship Id="styles" Type="${RELATIONS}/styles" Target="/xl/styles.xml"/>`)
  }
  if (sharedStrings !== undefined) {
    related.push(`<Relationship Id="texts" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>`)
  }
  return zip({
    'xl/workbook.xml': `<workbook xmlns:r="${RELATIONS}">${properties}<sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${related.join('')}</Relationships>`,
    ...(styles && { 'xl/styles.xml': STYLES }),
    ...(sharedStrings !== undefined && { 'xl/sharedStrings.xml': `<sst>${sharedStrings}</sst>` }),
    ...Object.fromEntries(
      sheets.map(({ data }, place) => [
        `xl/worksheets/sheet${place}.xml`,
        typeof data === 'string' ? `<worksheet><sheetData>${data}</sheetData></worksheet>` : data,
      ]),
    ),
  })
}

/** Rows of texts, beginning in the first line. */
export function rowsOf(rows: readonly (readonly string[])[]): string {
  return rows
    .map(
      (cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
    )
    .join('')
}

/** A sheet that unpacks to this many megabytes of nothing. */
export function bomb(megabytes: number, says: number): PackedFile {
  const head = deflateRawSync('<worksheet><sheetData>', { finishFlush: constants.Z_SYNC_FLUSH })
  const piece = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_SYNC_FLUSH })
  const pieces = Array.from({ length: megabytes }, () => piece)
  return { packed: Buffer.concat([head, ...pieces, deflateRawSync('</sheetData></worksheet>')]), says }
}

/**
 * Puts files into one archive; with `isLong`, the directory has their sizes as it would for files of more than 4 GB.
 */
export function zip(files: Record<string, string | PackedFile>, isLong = false): Uint8Array<ArrayBuffer> {
  const heads: Buffer[] = []
  const parts: Buffer[] = []
  let offset = 0
  for (const [name, file] of Object.entries(files)) {
    const packed = typeof file === 'string' ? deflateRawSync(file) : Buffer.from(file.packed)
    const says = typeof file === 'string' ? Buffer.byteLength(file) : (file.says ?? 0)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(typeof file === 'string' ? crc32(file) : 0, 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(says, 18)
    fields.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    const extra = Buffer.alloc(isLong ? 28 : 0)
    if (isLong) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      extra.writeBigUInt64LE(BigInt(says), 4)
      extra.writeBigUInt64LE(BigInt(packed.length), 12)
      extra.writeBigUInt64LE(BigInt(offset), 20)
      fields.writeUInt32LE(0xffffffff, 14)
      fields.writeUInt32LE(0xffffffff, 18)
      fields.writeUInt16LE(extra.length, 24)
      rest.writeUInt32LE(0xffffffff, 10)
    }
    heads.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, Buffer.from(name), extra]))
    parts.push(entry)
    offset += entry.length
  }
  const directory = Buffer.concat(heads)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(heads.length, 4)
  end.writeUInt16LE(heads.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Uint8Array.from(Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end]))
}
