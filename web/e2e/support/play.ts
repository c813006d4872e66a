/** Plays on and on by clicking: draws, and claims the most valuable route every other turn. */
import type { Person } from './person'

export interface Played {
  turns: number
  claims: number
  cards: number
  tickets: number
}

/** Until the game is over, or for so many own turns. */
export async function play(person: Person, { turns = Infinity } = {}): Promise<Played> {
  const done: Played = { turns: 0, claims: 0, cards: 0, tickets: 0 }
  for (;;) {
    const now = await person.table.getAttribute('data-asked')
    if (done.turns >= turns && (now === 'wait' || now === 'turn')) return done
    switch (await person.asked()) {
      case 'over':
        return done
      case 'tickets':
        await person.keepTickets()
        done.tickets++
        break
      case 'second_card':
        await person.drawCard()
        done.cards++
        break
      case 'turn':
        done.turns++
        await takeTurn(person, done)
    }
  }
}

async function takeTurn(person: Person, done: Played): Promise<void> {
  const { game } = await person.position()
  const own = game.own.find(({ asked }) => asked.now === 'turn')
  const canClaim = own?.asked.now === 'turn' && own.asked.claim
  if (canClaim && done.turns % 2 === 0) {
    done.claims++
    // Now on the map, now from the list.
    const [claims] = own.claims
    const [route] = claims?.routes ?? []
    if (claims && route !== undefined && done.claims % 2 === 0) await person.claim(route, claims.payments)
    else await person.claimFromList()
  } else if (await person.drawCard()) done.cards++
  else if (canClaim) {
    done.claims++
    await person.claimFromList()
  } else if (own?.asked.now === 'turn' && own.asked.tickets) {
    await person.act(() => person.button(/^Draw tickets/).click())
  } else await person.act(() => person.button('Pass').click())
}
