import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import layout from 'virtual:layout/toy'
import toy from 'virtual:map/toy'
import Board from '../src/board/Board.svelte'
import { PLAYER_LOOKS } from '../src/players/looks'

const drawing = { layout, scenery: null }

beforeAll(() => {
  // happy-dom lays nothing out; the board only needs to know that it has a size.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

describe('the board', () => {
  test('has a button for every route, one of them in the order of tabs', () => {
    render(Board, { spec: toy, drawing })
    const routes = routeButtons()
    expect(routes).toHaveLength(toy.routes.length)
    expect(routes.filter((route) => route.getAttribute('tabindex') === '0')).toHaveLength(1)
  })

  test('says what the caller says of a route', () => {
    render(Board, { spec: toy, drawing, describe: (route: number) => `route number ${route}` })
    expect(screen.getByRole('button', { name: 'route number 3' })).toBeTruthy()
  })

  test('tells a click and the Enter key, once each', async () => {
    const onroute = vi.fn()
    render(Board, { spec: toy, drawing, onroute })
    const [first, second] = routeButtons() as [Element, Element]
    await fireEvent.click(second)
    await fireEvent.keyDown(first, { key: 'Enter' })
    expect(onroute.mock.calls).toEqual([[1], [0]])
  })

  test('moves the focus with the arrow keys', async () => {
    render(Board, { spec: toy, drawing })
    const before = routeButtons()[0] as HTMLElement
    before.focus()
    await fireEvent.keyDown(before, { key: 'ArrowRight' })
    const now = document.activeElement
    expect(now).not.toBe(before)
    expect(now?.hasAttribute('data-route')).toBe(true)
    expect(now?.getAttribute('tabindex')).toBe('0')
  })

  test('puts a car on each space of a claimed route and hides symbols on demand', async () => {
    const claims = new Map([[2, PLAYER_LOOKS.blue]])
    const { container, rerender } = render(Board, { spec: toy, drawing, claims })
    expect(container.querySelectorAll('[data-route="2"] .car')).toHaveLength(3)
    expect(container.querySelectorAll('.symbol').length).toBeGreaterThan(0)
    await rerender({ symbols: false })
    expect(container.querySelectorAll('.symbol')).toHaveLength(0)
  })

  test('marks what can be claimed', () => {
    const { container } = render(Board, { spec: toy, drawing, marks: new Map([[5, 'claimable' as const]]) })
    expect(container.querySelector('[data-route="5"]')?.classList).toContain('claimable')
  })
})

function routeButtons(): Element[] {
  return [...document.querySelectorAll('[data-route]')].sort(
    (a, b) => Number(a.getAttribute('data-route')) - Number(b.getAttribute('data-route')),
  )
}
