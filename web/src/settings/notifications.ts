/** Notices of the browser itself, where it has them. */

/** Asks whether notices are welcome; says whether there will be any. */
export async function askToNotify(): Promise<boolean> {
  return 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted'
}

export function notify(body: string, tag: string): void {
  if (!('Notification' in globalThis)) return
  try {
    new Notification('Whistlestop', { body, tag })
  } catch {
    // Browsers of phones know the constructor and forbid it; the title and the sound must do there.
  }
}
