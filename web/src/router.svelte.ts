/** Where in the client one is. Paths are real, so that links can be shared; the server sends the same page for all. */

export type Place =
  | { page: 'home' }
  | { page: 'new' }
  | { page: 'table'; table: string }
  | { page: 'code'; code: string }
  | { page: 'nowhere' }

export function placeOf(path: string): Place {
  const [first = '', second = '', ...rest] = path.split('/').filter((part) => part !== '')
  if (rest.length > 0) return { page: 'nowhere' }
  if (first === '') return { page: 'home' }
  if (first === 'new' && second === '') return { page: 'new' }
  if (first === 'table' && /^[0-9a-f]{32}$/.test(second)) return { page: 'table', table: second }
  if (first === 'join' && second !== '') return { page: 'code', code: second }
  return { page: 'nowhere' }
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
  router.go(link.pathname)
}
