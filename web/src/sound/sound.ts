/** Short, soft sounds made on the spot: no files, no music. */

export const SOUNDS = ['card', 'claim', 'tickets', 'turn', 'done', 'last-round', 'end', 'refused'] as const
export type SoundName = (typeof SOUNDS)[number]

interface Tone {
  /** Seconds after the start of the sound. */
  at: number
  for: number
  hertz: number
  /** Where the pitch glides to. */
  to?: number
  wave?: OscillatorType
  loud: number
}

interface Rustle {
  at: number
  for: number
  /** Middle of the band of noise that is let through. */
  hertz: number
  loud: number
}

interface Score {
  tones?: readonly Tone[]
  rustles?: readonly Rustle[]
}

/** Wheels over the joints of rails. */
const joints = (count: number): Rustle[] =>
  Array.from({ length: count }, (_, index) => ({
    at: index * 0.09 + (index % 2) * 0.02,
    for: 0.05,
    hertz: index % 2 === 0 ? 420 : 560,
    loud: 0.5,
  }))

export const SCORES: Readonly<Record<SoundName, Score>> = {
  card: { rustles: [{ at: 0, for: 0.09, hertz: 3200, loud: 0.35 }] },
  claim: { rustles: joints(6), tones: [{ at: 0, for: 0.16, hertz: 130, to: 90, loud: 0.25 }] },
  tickets: {
    rustles: [0, 0.08, 0.16].map((at) => ({ at, for: 0.07, hertz: 2400, loud: 0.3 })),
  },
  // Two notes of a distant whistle.
  turn: {
    tones: [
      { at: 0, for: 0.22, hertz: 587, wave: 'triangle', loud: 0.22 },
      { at: 0, for: 0.22, hertz: 740, wave: 'triangle', loud: 0.16 },
      { at: 0.2, for: 0.34, hertz: 587, to: 575, wave: 'triangle', loud: 0.2 },
      { at: 0.2, for: 0.34, hertz: 880, to: 862, wave: 'triangle', loud: 0.14 },
    ],
  },
  // A stamp, then a bell.
  done: {
    rustles: [{ at: 0, for: 0.06, hertz: 300, loud: 0.7 }],
    tones: [{ at: 0.08, for: 0.5, hertz: 1319, loud: 0.14 }],
  },
  'last-round': {
    tones: [0, 0.28, 0.56].map((at) => ({ at, for: 0.4, hertz: 988, loud: 0.16 })),
  },
  end: {
    tones: [392, 494, 587, 784].map((hertz, index) => ({
      at: index * 0.13,
      for: 0.7,
      hertz,
      wave: 'triangle' as const,
      loud: 0.16,
    })),
  },
  refused: { tones: [{ at: 0, for: 0.14, hertz: 196, to: 165, wave: 'triangle', loud: 0.2 }] },
}

/** Plays sounds through one audio context, which browsers only grant after the first touch or key. */
export class Sounds {
  #context: AudioContext | null = null
  #noise: AudioBuffer | null = null
  #volume: () => number

  /** `volume` is asked before each sound: 0 is silence. */
  constructor(volume: () => number) {
    this.#volume = volume
  }

  play(name: SoundName): void {
    const volume = this.#volume()
    if (volume <= 0 || typeof AudioContext === 'undefined') return
    // Nobody has touched the page yet: the browser would only complain, and an old sound is worth nothing later.
    if ('userActivation' in navigator && !navigator.userActivation.hasBeenActive) return
    const context = (this.#context ??= new AudioContext())
    if (context.state === 'suspended') {
      void context.resume()
      if (name !== 'turn') return
    }
    const out = context.createGain()
    out.gain.value = volume
    out.connect(context.destination)
    const start = context.currentTime + 0.01
    const { tones = [], rustles = [] } = SCORES[name]
    for (const tone of tones) this.#playTone(context, out, start, tone)
    for (const rustle of rustles) this.#playRustle(context, out, start, rustle)
    const length = Math.max(...[...tones, ...rustles].map((part) => part.at + part.for))
    setTimeout(() => out.disconnect(), (length + 0.3) * 1000)
  }

  #playTone(context: AudioContext, out: AudioNode, start: number, tone: Tone): void {
    const oscillator = context.createOscillator()
    oscillator.type = tone.wave ?? 'sine'
    oscillator.frequency.setValueAtTime(tone.hertz, start + tone.at)
    if (tone.to) oscillator.frequency.linearRampToValueAtTime(tone.to, start + tone.at + tone.for)
    oscillator.connect(swell(context, out, start + tone.at, tone.for, tone.loud))
    oscillator.start(start + tone.at)
    oscillator.stop(start + tone.at + tone.for)
  }

  #playRustle(context: AudioContext, out: AudioNode, start: number, rustle: Rustle): void {
    const source = context.createBufferSource()
    source.buffer = this.#noise ??= noise(context)
    const band = context.createBiquadFilter()
    band.type = 'bandpass'
    band.frequency.value = rustle.hertz
    band.Q.value = 0.9
    source.connect(band).connect(swell(context, out, start + rustle.at, rustle.for, rustle.loud))
    source.start(start + rustle.at, 0, rustle.for)
  }
}

/** Up in a moment, down until the end: no clicks. */
function swell(context: AudioContext, out: AudioNode, at: number, length: number, loud: number): GainNode {
  const gain = context.createGain()
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loud, at + Math.min(0.012, length / 4))
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  gain.connect(out)
  return gain
}

function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate)
  const samples = buffer.getChannelData(0)
  let state = 1
  for (let index = 0; index < samples.length; index++) {
    state = (state * 16807) % 2147483647
    samples[index] = (state / 2147483647) * 2 - 1
  }
  return buffer
}
