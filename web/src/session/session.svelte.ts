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

  /** The guest becomes an account and keeps everything. */
  async signUp(name: string, password: string): Promise<Me> {
    await this.begin()
    return this.#become(await rest.signUp(name, password))
  }

  async signIn(name: string, password: string): Promise<Me> {
    return this.#become(await rest.signIn(name, password))
  }

  async changePassword(old: string, password: string): Promise<void> {
    this.me = await rest.changePassword(old, password)
  }

  /** Whoever signs out goes on as a new guest. */
  async signOut(): Promise<Me> {
    await rest.signOut()
    settings.name = ''
    return this.#become(await rest.begin(null))
  }

  /** The connection belongs to whoever opened it, so somebody else needs a new one. */
  #become(me: Me): Me {
    const other = this.me?.player !== me.player
    this.me = me
    this.#beginning = Promise.resolve(me)
    if (other) this.connection.restart()
    return me
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
