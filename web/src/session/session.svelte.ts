/** Who plays in this browser, and the connection to the server. */

import type { Me } from '../protocol'
import { settings } from '../settings/settings.svelte'
import { toasts } from '../ui/toasts.svelte'
import { Connection, type Link } from './connection'
import { rest, sentence } from './rest'

class Session {
  me = $state<Me | null>(null)
  link = $state<Link>('connecting')
  #beginning: Promise<Me> | null = null

  readonly connection = new Connection({
    connect: (heard, closed) => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/socket`)
      socket.onmessage = ({ data }) => heard(data)
      socket.onclose = closed
      return socket
    },
    linkChanged: (link) => (this.link = link),
    complained: (text) => toasts.show(sentence(text), 'bad'),
  })

  /** The session of this browser; a guest's is made when there is none. */
  begin(): Promise<Me> {
    this.#beginning ??= rest.begin(settings.name.trim() || null).then(
      (me) => (this.me = me),
      (error: unknown) => {
        this.#beginning = null
        throw error
      },
    )
    return this.#beginning
  }

  async rename(name: string): Promise<void> {
    await this.begin()
    this.me = await rest.rename(name)
    settings.name = name
  }
}

export const session = new Session()

/** This browser's part of a game's seed. */
export function rollNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
