/** Where in the client one is. Paths are real, so that links can be shared; the server sends the same page for all. */

import type { Source } from './session/rest'

/** Pages that are known by their name alone. */
const NAMED = ['new', 'games', 'watch', 'records', 'account'] as const
type Named = (typeof NAMED)[number]

export type Place =
  | { page: 'home' }
  | { page: Named }
  | { page: 'table'; table: string }
  | { page: 'replay'; source: Source }
  | { page: 'code'; code: string }
  | { page: 'nowhere' }

const isId = (text: string) => /^[0-9a-f]{32}$/.test(text)

export function placeOf(path: string): Place {
  const [first = '', second = '', third = '', ...rest] = path.split('/').filter((part) => part !== '')
  if (rest.length > 0) return { page: 'nowhere' }
  if (first === '') return { page: 'home' }
  if (first === 'table' && isId(second)) {
    if (third === '') return { page: 'table', table: second }
    if (third === 'replay') return { page: 'replay', source: { kind: 'table', id: second } }
  }
  if (third !== '') return { page: 'nowhere' }
  if (first === 'record' && isId(second)) return { page: 'replay', source: { kind: 'record', id: second } }
  if (first === 'join' && second !== '') return { page: 'code', code: second }
  const named = NAMED.find((name) => name === first)
  return named && second === '' ? { page: named } : { page: 'nowhere' }
}

class Router {
  place = $state.raw<Place>(placeOf(location.pathname))

  constructor() {
    addEventListener('popstate', () => this.#look())
  }

  go(path: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path)
    this.#look()
    scrollTo(0, 0)
  }

  #look(): void {
    this.place = placeOf(location.pathname)
  }
}

export const router = new Router()

/** For links: goes there without loading the page anew, unless a new tab is wanted. */
export function follow(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  const link = event.currentTarget
  if (!(link instanceof HTMLAnchorElement)) return
  event.preventDefault()
  router.go(link.pathname + link.search)
}
