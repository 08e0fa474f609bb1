import { MediaError } from '../media-types.ts'

/** Frames of one picture group may be out of order by this much, in seconds; a larger step is a leap back. */
const REORDERING = 2
/** A pause longer than this is a leap forward, in a container whose clock may leap. */
const LONGEST_PAUSE = 10
/** How many leaps a recording that was joined from pieces has at most; one with more is broken. */
const MAX_LEAPS = 5
/** How far apart the tracks may be when they pass the same leap. */
const MATCHING = 1
/** The silence at a joint. One track may begin its piece a little before the other. */
const JOINT = 0.1

export type Placed = { timestamp: number; duration: number }

/** `offset`: the number of seconds added to the timestamps of the piece at which the track is. */
type TrackState = {
  piece: number
  offset: number
  latest: number
  end: number
  usual: number
  started: boolean
}

/**
 * Puts the packets of all tracks on one clock without leaps. When a track leaps, what follows is joined to the end of
 * what was there; the other tracks move by exactly the same amount when they come to the same leap, so that sound and
 * picture stay together.
 */
export class TimeLine {
  readonly #tracks: TrackState[]
  /** The offset of each piece; every leap begins a new piece. */
  readonly #offsets: number[]
  readonly #leapsForward: boolean

  /** `start` is subtracted from every timestamp. `leapsForward`: a long pause counts as a leap. */
  constructor(trackCount: number, start: number, leapsForward: boolean) {
    this.#tracks = Array.from({ length: trackCount }, () => ({
      piece: 0,
      offset: -start,
      latest: 0,
      end: 0,
      usual: 0,
      started: false,
    }))
    this.#offsets = [-start]
    this.#leapsForward = leapsForward
  }

  /**
   * The time of a track's next packet in decode order, in seconds. Throws `time_jumps` when too much had to be
   * repaired.
   */
  place(track: number, timestamp: number, duration: number): Placed {
    const state = this.#tracks[track]
    if (!state) {
      throw new RangeError(`There is no track ${track}.`)
    }
    // A packet before a leap seems to last until after the leap, and not every container says how long the last packet
    // is.
    const isKnown = duration > 0 && !(this.#leapsForward && duration > LONGEST_PAUSE)
    const length = isKnown ? duration : state.usual
    let placed = timestamp + state.offset
    if (state.started && this.#isLeap(state, placed)) {
      placed = this.#passLeap(state, timestamp)
    }
    state.latest = state.started ? Math.max(state.latest, placed) : placed
    state.end = state.started ? Math.max(state.end, placed + length) : placed + length
    state.usual = length
    state.started = true
    return { timestamp: placed, duration: length }
  }

  /** The second at which a track ends. */
  endOf(track: number): number {
    return this.#tracks[track]?.end ?? 0
  }

  /** Throws `time_jumps` when only some tracks have passed a leap: then they no longer belong together. */
  checkTogether(): void {
    const pieces = new Set(this.#tracks.filter(({ started }) => started).map(({ piece }) => piece))
    if (pieces.size > 1) {
      throw new MediaError('time_jumps', 'The tracks leap at different places.')
    }
  }

  #isLeap(state: TrackState, placed: number): boolean {
    return placed < state.latest - REORDERING || (this.#leapsForward && placed > state.end + LONGEST_PAUSE)
  }

  #passLeap(state: TrackState, timestamp: number): number {
    state.piece += 1
    const known = this.#offsets[state.piece]
    if (known === undefined) {
      if (this.#offsets.length > MAX_LEAPS) {
        throw new MediaError('time_jumps', `The clock leaps more than ${MAX_LEAPS} times.`)
      }
      const joint = Math.max(...this.#tracks.map((track) => track.end)) + JOINT
      state.offset = joint - timestamp
      this.#offsets.push(state.offset)
      return joint
    }
    state.offset = known
    const placed = timestamp + known
    if (Math.abs(placed - state.end) > MATCHING + REORDERING) {
      throw new MediaError('time_jumps', 'The tracks leap by different times.')
    }
    return Math.max(placed, state.latest)
  }
}
