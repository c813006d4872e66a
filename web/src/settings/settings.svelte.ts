/** What a player prefers, kept in this browser. Everything has a default; what cannot be read is ignored. */

export interface Settings {
  theme: 'system' | 'light' | 'dark'
  symbols: boolean
  /** How fast events are shown; `off` shows results at once. */
  motion: 'off' | 'fast' | 'normal'
  volume: number
  muted: boolean
  confirm: 'off' | 'touch' | 'always'
  notifications: boolean
  /** The name used at tables without an account. */
  name: string
}

export const DEFAULT_SETTINGS: Readonly<Settings> = {
  theme: 'system',
  symbols: true,
  motion: 'normal',
  volume: 0.5,
  muted: false,
  confirm: 'touch',
  notifications: false,
  name: '',
}

const KEY = 'whistlestop.settings'

/** Takes over what has the right type and a possible value; everything else keeps its default. */
export function readSettings(text: string | null): Settings {
  const settings = { ...DEFAULT_SETTINGS }
  let stored: unknown
  try {
    stored = text === null ? null : JSON.parse(text)
  } catch {
    return settings
  }
  if (typeof stored !== 'object' || stored === null) return settings
  const given = stored as Record<string, unknown>
  const oneOf = <T extends string>(value: unknown, values: readonly T[], otherwise: T): T =>
    values.find((known) => known === value) ?? otherwise
  const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise)
  settings.theme = oneOf(given['theme'], ['system', 'light', 'dark'], settings.theme)
  settings.motion = oneOf(given['motion'], ['off', 'fast', 'normal'], settings.motion)
  settings.confirm = oneOf(given['confirm'], ['off', 'touch', 'always'], settings.confirm)
  settings.symbols = flag(given['symbols'], settings.symbols)
  settings.muted = flag(given['muted'], settings.muted)
  settings.notifications = flag(given['notifications'], settings.notifications)
  const { volume, name } = given
  if (typeof volume === 'number' && volume >= 0 && volume <= 1) settings.volume = volume
  if (typeof name === 'string') settings.name = name.slice(0, 64)
  return settings
}

function load(): Settings {
  try {
    return readSettings(localStorage.getItem(KEY))
  } catch {
    // Storage may be forbidden; then settings last as long as the page.
    return { ...DEFAULT_SETTINGS }
  }
}

export const settings = $state<Settings>(load())

/** Keeps settings stored and the page's theme and motion in step with them. Call once, while a component is set up. */
export function keepSettings(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let systemDark = $state(dark.matches)
  $effect(() => {
    const follow = () => (systemDark = dark.matches)
    dark.addEventListener('change', follow)
    return () => dark.removeEventListener('change', follow)
  })
  $effect(() => {
    const text = JSON.stringify(settings)
    try {
      localStorage.setItem(KEY, text)
    } catch {
      // See `load`.
    }
  })
  $effect(() => {
    const theme = settings.theme === 'system' ? (systemDark ? 'dark' : 'light') : settings.theme
    document.documentElement.dataset['theme'] = theme
    document.documentElement.dataset['motion'] = settings.motion === 'off' ? 'off' : 'on'
  })
}

/** Whether things may move: the player's setting and the system's wish. */
export function motionAllowed(): boolean {
  return settings.motion !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
