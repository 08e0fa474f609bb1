import {
  BlobSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  OGG,
} from 'mediabunny'
import { MediaError } from '../media-types.ts'
import { ByteWindow } from './byte-window.ts'

/** A recording of several streams in a row, as radio software writes it (RFC 3533, section 4). */
export type OggChain = { links: Blob[]; seconds: number }

const PAGE_HEAD = 27
const MOST_SEGMENTS = 255
const BEGINS = 0x02

/** The chain that a recording is; `undefined` if it is one stream. Throws `joined` if its streams are not alike. */
export async function findChain(input: Input, content: Blob): Promise<OggChain | undefined> {
  const links = (await input.getFormat()) === OGG ? await findLinks(content) : []
  if (links.length < 2) {
    return undefined
  }
  const setups = new Set<string>()
  let seconds = 0
  for (const link of links) {
    using opened = new Input({ formats: [OGG], source: new BlobSource(link) })
    const tracks = await opened.getTracks()
    const track = await opened.getPrimaryAudioTrack()
    setups.add(track && tracks.length === 1 ? await setupOf(track) : `${tracks.length} streams`)
    seconds += track ? await track.computeDuration() : 0
  }
  if (setups.size > 1) {
    throw new MediaError('joined', `Its ${links.length} streams have ${setups.size} different forms.`)
  }
  return { links, seconds }
}

/** The packets of all streams, each stream beginning where the one before it ends. */
export async function* packetsOfChain({ links }: OggChain): AsyncGenerator<EncodedPacket, void, unknown> {
  let end = 0
  for await (const track of tracksOfChain(links)) {
    const begins = end
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const timestamp = begins + packet.timestamp
      end = timestamp + packet.duration
      yield begins === 0 ? packet : packet.clone({ timestamp })
    }
  }
}

export async function* tracksOfChain(links: readonly Blob[]): AsyncGenerator<InputAudioTrack, void, unknown> {
  for (const link of links) {
    using opened = new Input({ formats: [OGG], source: new BlobSource(link) })
    const track = await opened.getPrimaryAudioTrack()
    if (track !== null) {
      yield track
    }
  }
}

async function findLinks(content: Blob): Promise<Blob[]> {
  const bytes = new ByteWindow(content)
  const starts: number[] = []
  let isBeginning = false
  let at = 0
  for (;;) {
    const page = await bytes.at(at, PAGE_HEAD + MOST_SEGMENTS)
    if (page.length < PAGE_HEAD || String.fromCharCode(...page.subarray(0, 4)) !== 'OggS') {
      return starts.map((start, index) => content.slice(start, starts[index + 1] ?? content.size))
    }
    const begins = ((page[5] ?? 0) & BEGINS) !== 0
    if (begins && !isBeginning) {
      starts.push(at)
    }
    isBeginning = begins
    const segments = page.subarray(PAGE_HEAD, PAGE_HEAD + (page[26] ?? 0))
    at += PAGE_HEAD + segments.length + segments.reduce((sum, length) => sum + length, 0)
  }
}

/** The settings of a stream's decoder: streams with the same settings can follow each other. */
async function setupOf(track: InputAudioTrack): Promise<string> {
  const config = await track.getDecoderConfig()
  const description = config?.description
  const bytes = description instanceof Uint8Array ? description : new Uint8Array()
  // RFC 7845, section 5.1: how much is skipped at the beginning, and the rate before encoding, may differ in each
  // stream.
  const decisive = config?.codec === 'opus' ? [bytes[9], ...bytes.subarray(16)] : [...vorbisSetup(bytes)]
  return `${config?.codec} ${config?.numberOfChannels} ${config?.sampleRate} ${decisive.join()}`
}

/** The last of the three packets that begin Vorbis, after the lengths of the first two in pieces of 255 bytes. */
function vorbisSetup(bytes: Uint8Array): Uint8Array {
  let at = 1
  let before = 0
  for (let lengths = 0; lengths < 2; at += 1) {
    before += bytes[at] ?? 0
    lengths += (bytes[at] ?? 0) < 255 ? 1 : 0
  }
  return bytes.subarray(at + before)
}
