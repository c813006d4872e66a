/** Moving the focus from route to route with the arrow keys. */

import type { RouteLayout } from './layout'
import type { Point } from './shapes'

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

const WAYS: Record<Direction, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export function isDirection(key: string): key is Direction {
  return key in WAYS
}

export function middleOf(route: RouteLayout): Point {
  const middle = route.spaces[Math.floor(route.spaces.length / 2)] ?? { x: 0, y: 0 }
  if (route.spaces.length % 2 === 1) return { x: middle.x, y: middle.y }
  const before = route.spaces[route.spaces.length / 2 - 1] ?? middle
  return { x: (before.x + middle.x) / 2, y: (before.y + middle.y) / 2 }
}

/** The nearest route whose middle lies in the direction, or the same route at the edge of the board. */
export function nextRoute(routes: readonly RouteLayout[], from: number, direction: Direction): number {
  const start = routes[from]
  if (!start) return from
  const origin = middleOf(start)
  const way = WAYS[direction]
  let best = from
  let least = Infinity
  for (const [index, route] of routes.entries()) {
    const middle = middleOf(route)
    const along = (middle.x - origin.x) * way.x + (middle.y - origin.y) * way.y
    const across = Math.abs((middle.x - origin.x) * way.y - (middle.y - origin.y) * way.x)
    // Within a right angle around the direction; what lies straight ahead comes first.
    if (index === from || along <= 0.5 || across > along * 1.2) continue
    const cost = along + across * 1.5
    if (cost < least) {
      least = cost
      best = index
    }
  }
  return best
}
