import { ADTS, FLAC, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } from 'mediabunny'
import type { Container } from './choose-container.ts'

/** The formats in which a recording may come. */
export const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, FLAC, OGG, ADTS, MPEG_TS]

/** What a copy turned out to be; `duration` is in seconds. */
export type CopiedRecording = Container & { duration: number }
