import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, test, vi } from 'vitest'
import nyc from 'virtual:map/nyc'
import usa from 'virtual:map/usa'
import { countsInWords, stacksOf } from '../src/cards/cards'
import Row from '../src/cards/Row.svelte'
import { SYMBOL_PATHS } from '../src/cards/symbols'
import TicketCard from '../src/cards/TicketCard.svelte'
import { vehicleShapes, wildShapes } from '../src/cards/vehicles'
import { PATTERNS, PLAYER_COLORS, PLAYER_LOOKS } from '../src/players/looks'
import { DEFAULT_SETTINGS, readSettings } from '../src/settings/settings.svelte'
import { SCORES, SOUNDS } from '../src/sound/sound'
import ScoreSheet from '../src/table/ScoreSheet.svelte'
import { contrastRatio, readableOn } from '../src/theme/color'

describe('cards', () => {
  test('are stacked in the order of the map, wild cards last, none empty', () => {
    const stacks = stacksOf(usa.map, { red: 2, locomotive: 1, purple: 3, blue: 0 })
    expect(stacks.map(({ kind, count }) => [kind, count])).toEqual([
      ['purple', 3],
      ['red', 2],
      ['locomotive', 1],
    ])
  })

  test('are counted in words', () => {
    expect(countsInWords(usa.map, { purple: 4 })).toBe('4 purple')
    expect(countsInWords(nyc.map, { pink: 2, locomotive: 1 })).toBe('2 pink and 1 taxi')
    expect(countsInWords(nyc.map, { pink: 2, locomotive: 2 })).toBe('2 pink and 2 taxis')
  })

  test.each([usa, nyc])('have a drawing, a symbol and a readable mark each', ({ map }) => {
    const drawings = new Set(map.cards.map((card) => vehicleShapes(card.car)))
    expect(drawings.size).toBe(map.cards.length)
    expect(drawings.has(wildShapes(map.piece))).toBe(false)
    for (const { symbol, fill } of map.cards) {
      expect(SYMBOL_PATHS[symbol]).toMatch(/^M/)
      expect(contrastRatio(fill, readableOn(fill))).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('of unknown kinds get a drawing too', () => {
    expect(vehicleShapes('Zeppelin', 3).length).toBeGreaterThan(0)
  })
})

test('players differ in colour and in pattern', () => {
  const looks = PLAYER_COLORS.map((color) => PLAYER_LOOKS[color])
  expect(new Set(looks.map((look) => look.fill)).size).toBe(5)
  expect(looks.map((look) => look.pattern)).toEqual([...PATTERNS])
})

describe('the row', () => {
  const props = { map: usa.map, row: ['red', null, 'locomotive', 'blue', 'white'], deck: 40, discard: 3, tickets: 9 }

  test('lets only take what can be taken', async () => {
    const onrow = vi.fn()
    const ondeck = vi.fn()
    render(Row, { ...props, takable: new Set([0]), canDrawDeck: true, onrow, ondeck })
    await fireEvent.click(screen.getByRole('button', { name: 'Take red from the row, place 1' }))
    expect(onrow).toHaveBeenCalledWith(0)
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Take locomotive from the row, place 3' }).disabled,
    ).toBe(true)
    await fireEvent.click(screen.getByRole('button', { name: 'Draw from the deck, 40 cards' }))
    expect(ondeck).toHaveBeenCalledOnce()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Draw tickets, 9 left' }).disabled).toBe(true)
  })

  test('says that a second card must follow', () => {
    render(Row, { ...props, second: true })
    expect(screen.getByText('Draw a second card')).toBeTruthy()
  })
})

test('a ticket says what is left to do', () => {
  render(TicketCard, { a: 'Denver', b: 'El Paso', points: 4, state: { kind: 'open', trains: 1 } })
  expect(screen.getByText(/^1 train$/)).toBeTruthy()
})

test('a score sheet tells its lines one by one', async () => {
  const column = (name: 'red' | 'blue', winner: boolean, points: number[]) => ({
    look: PLAYER_LOOKS[name],
    name,
    winner,
    lines: points.map((value, index) => ({ reason: ['Routes', 'Tickets'][index] ?? '', points: value })),
  })
  const columns = [column('red', true, [40, -7]), column('blue', false, [20, 5])]
  const { container, rerender } = render(ScoreSheet, { columns, told: 1, tieBreak: 'A reason.' })
  const totals = () => [...container.querySelectorAll('tfoot td')].map((cell) => cell.textContent)
  expect(totals()).toEqual(['40', '20'])
  expect(container.querySelector('.winner')).toBeNull()
  expect(screen.queryByText('A reason.')).toBeNull()
  await rerender({ told: 2 })
  expect(totals()).toEqual(['33', '25'])
  expect(container.querySelectorAll('.winner')).toHaveLength(2)
  expect(container.textContent).toContain('−7')
})

describe('settings', () => {
  test('that cannot be read are the defaults', () => {
    for (const text of [null, '', '{', '7', 'null', '[]', '"x"']) expect(readSettings(text)).toEqual(DEFAULT_SETTINGS)
  })

  test('keep what makes sense and drop the rest', () => {
    const text = JSON.stringify({
      theme: 'dark',
      volume: 7,
      symbols: false,
      motion: 'warp',
      name: 'x'.repeat(99),
      more: 1,
    })
    expect(readSettings(text)).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark', symbols: false, name: 'x'.repeat(64) })
  })
})

test('sounds are short and soft', () => {
  for (const name of SOUNDS) {
    const { tones = [], rustles = [] } = SCORES[name]
    const parts = [...tones, ...rustles]
    expect(parts.length).toBeGreaterThan(0)
    for (const part of parts) {
      expect(part.at + part.for).toBeLessThanOrEqual(1.2)
      expect(part.loud).toBeLessThanOrEqual(0.7)
    }
  }
})
