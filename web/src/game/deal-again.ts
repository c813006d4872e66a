/** The same cards once more: a new table with the deal code, the bots and the people of this screen where they sat. */

import type { TableState } from '../protocol'
import { rest } from '../session/rest'

export async function dealAgain({ options, seats, you }: TableState): Promise<string> {
  const { id } = await rest.make({ options, sit: false })
  let taken = 0
  for (const { seat, sitter, color } of seats) {
    if (sitter.type === 'bot') await rest.seat(id, seat, { type: 'bot', bot: sitter.bot })
    else if (you.seats.includes(seat))
      await rest.seat(id, seat, {
        type: 'sit',
        ...(options.hot_seat && sitter.type === 'human' && { name: sitter.name }),
      })
    else continue
    taken += 1
    // Colours are of no consequence: where one is taken meanwhile, the seat keeps its own.
    await rest.seat(id, seat, { type: 'color', color }).catch(() => null)
  }
  if (taken === seats.length) await rest.start(id)
  return id
}
