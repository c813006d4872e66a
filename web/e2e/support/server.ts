/** The real program as a process of its own, with a data folder that lasts as long as the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PROGRAM =
  process.env['WHISTLESTOP_PROGRAM'] ?? resolve(ROOT, process.env['CARGO_TARGET_DIR'] ?? 'target', 'debug/whistlestop')

export class Server {
  /** Where it is open; the same after it was started again. */
  url = ''
  readonly #folder: string
  #process: ChildProcess | null = null

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'whistlestop-e2e-')))
    await server.start()
    return server
  }

  /** Starts the program, at the same address as before, and waits until it says that it is open. */
  async start(): Promise<void> {
    const listen = this.url === '' ? '127.0.0.1:0' : new URL(this.url).host
    const started = spawn(
      PROGRAM,
      ['serve', '--no-limits', '--log', 'warn', '--listen', listen, '--data-dir', this.#folder],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    this.#process = started
    const line = await Promise.race([
      once(createInterface(started.stdout), 'line').then(([text]) => String(text)),
      once(started, 'error').then(([error]) =>
        Promise.reject(new Error(`${PROGRAM} does not start`, { cause: error })),
      ),
      once(started, 'exit').then(([code]) => Promise.reject(new Error(`${PROGRAM} ended at once with ${code}`))),
    ])
    const [address] = /http:\S+/.exec(line) ?? []
    if (!address) throw new Error(`the server does not say where it is: ${line}`)
    this.url = address
  }

  /** No time to finish anything. */
  async kill(): Promise<void> {
    const running = this.#process
    if (!running) return
    this.#process = null
    const gone = once(running, 'exit')
    running.kill('SIGKILL')
    await gone
  }

  async close(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
