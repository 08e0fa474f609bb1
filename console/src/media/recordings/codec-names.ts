// The usual names of formats that browsers don't play, by the codes in the files.

const SOUNDS: readonly [RegExp, string][] = [
  [/^(pcm|lpcm|sowt|twos|in24|in32|fl32|fl64|raw |A_PCM)/, 'PCM'],
  [/^(ulaw|alaw)/, 'G.711'],
  [/^(ac-?3|A_AC3)/i, 'AC-3'],
  [/^(e-?ac-?3|ec-3|A_EAC3)/i, 'E-AC-3'],
  [/^(alac|A_ALAC)/i, 'Apple Lossless (ALAC)'],
  [/^(dts|A_DTS)/i, 'DTS'],
  [/^(mlpa|truehd|A_TRUEHD)/i, 'TrueHD'],
  [/^(A_MPEG\/L[12]|\.mp[12])/, 'MP2'],
  [/^(samr|sawb|amr)/i, 'AMR'],
  [/^(A_MS\/ACM|wma)/i, 'Windows Media'],
  [/^(ima4|adpcm)/i, 'ADPCM'],
  [/^(Qclp|QDM|qdm)/, 'QDesign'],
  [/^vorbis/, 'Vorbis'],
  [/^opus/, 'Opus'],
  [/^flac/i, 'FLAC'],
  [/^aac/, 'AAC'],
]

const PICTURES: readonly [RegExp, string][] = [
  [/^(jpeg|mjp[ab]|V_MJPEG)/, 'Motion JPEG'],
  [/^png /, 'PNG'],
  [/^(prores|ap(c[hnso]|4[hx])|V_PRORES)/, 'ProRes'],
  [/^(mp4v|V_MPEG4\/ISO\/(SP|ASP|AP))/, 'MPEG-4 Part 2'],
  [/^(mpeg2|m2v1|mp2v|xd|hdv|mx|V_MPEG[12])/, 'MPEG-2'],
  [/^(s263|h263)/i, 'H.263'],
  [/^(dv|V_DV)/i, 'DV'],
  [/^(AVd|V_DNX)/, 'DNxHD'],
  [/^(V_THEORA|theora)/i, 'Theora'],
  [/^(V_MS\/VFW|wmv|vc-1|WVC1)/i, 'Windows Media'],
  [/^(SVQ)/, 'Sorenson'],
  [/^vp8/, 'VP8'],
]

export function soundName(mark: unknown): string {
  return nameIn(SOUNDS, mark)
}

export function pictureName(mark: unknown): string {
  return nameIn(PICTURES, mark)
}

function nameIn(names: readonly [RegExp, string][], mark: unknown): string {
  return typeof mark === 'string' ? (names.find(([marks]) => marks.test(mark))?.[1] ?? '') : ''
}
