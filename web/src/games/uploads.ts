/** Records that were uploaded from this browser: their links, which nobody else can list. */

export interface Upload {
  id: string
  /** What the file was called. */
  name: string
  at: number
}

const KEY = 'whistlestop.uploads'
const MOST = 50

export function readUploads(text: string | null): Upload[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(
      (one): one is Upload =>
        typeof one === 'object' &&
        one !== null &&
        /^[0-9a-f]{32}$/.test(String((one as Upload).id)) &&
        typeof (one as Upload).name === 'string' &&
        typeof (one as Upload).at === 'number',
    )
  } catch {
    return []
  }
}

export function knownUploads(): Upload[] {
  try {
    return readUploads(localStorage.getItem(KEY))
  } catch {
    return []
  }
}

/** The latest first. */
export function keepUpload(upload: Upload): Upload[] {
  const all = [upload, ...knownUploads().filter(({ id }) => id !== upload.id)].slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // Storage may be forbidden; the list lasts as long as the page then.
  }
  return all
}
