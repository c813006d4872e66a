/** The calls of the server's REST interface that the client makes. Every failure is a sentence for people. */

import type {
  BotInfo,
  CreatedToken,
  Edition,
  EditionSummary,
  Found,
  History,
  Me,
  NewTable,
  Refusal,
  Refused,
  Replay,
  ReplayViews,
  SeatChange,
  Tables,
  TableState,
  TokenInfo,
  Uploaded,
} from '../protocol'

/** A finished game: one that was played here, or an uploaded record. */
export interface Source {
  kind: 'table' | 'record'
  id: string
}

/** Whose eyes a replay is seen through: everybody's, a spectator's, or those of a seat. */
export type Eyes = 'all' | 'spectator' | number

/** Why a call failed: `unreachable` when the server did not answer at all. */
export class Failure extends Error {
  readonly code: Refusal | 'unreachable'

  constructor(code: Refusal | 'unreachable', text: string) {
    super(text)
    this.code = code
  }
}

const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.'

/** The server's sentences begin small, because programs put something before them. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return 'Something went wrong.'
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}

export function sentenceOf(error: unknown): string {
  return error instanceof Failure ? error.message : 'Something went wrong on this page. Reload it to go on.'
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

function call<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return send<T>(method, path, 'application/json', body === undefined ? null : JSON.stringify(body))
}

async function send<T>(method: Method, path: string, type: string, body: string | null): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      ...(body !== null && { headers: { 'content-type': type }, body }),
    })
  } catch {
    throw new Failure('unreachable', UNREACHABLE)
  }
  if (response.status === 204) return undefined as T
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && answer !== null) return answer as T
  if (isRefused(answer)) throw new Failure(answer.code, sentence(answer.text))
  throw new Failure('unreachable', UNREACHABLE)
}

function isRefused(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'text' in answer
}

export const rest = {
  /** Whoever has a session keeps it. */
  begin: (name: string | null) => call<Me>('POST', '/session', { name }),
  signUp: (name: string, password: string) => call<Me>('POST', '/accounts', { name, password }),
  signIn: (name: string, password: string) => call<Me>('POST', '/session/login', { name, password }),
  signOut: () => call<undefined>('DELETE', '/session'),
  changePassword: (old: string, password: string) => call<Me>('PUT', '/accounts/password', { old, new: password }),
  tokens: () => call<TokenInfo[]>('GET', '/tokens'),
  newToken: (label: string) => call<CreatedToken>('POST', '/tokens', { label }),
  removeToken: (id: string) => call<undefined>('DELETE', `/tokens/${id}`),
  rename: (name: string) => call<Me>('PATCH', '/session', { name }),
  editions: () => call<EditionSummary[]>('GET', '/editions'),
  edition: (id: string) => call<Edition>('GET', `/editions/${encodeURIComponent(id)}`),
  bots: () => call<BotInfo[]>('GET', '/bots'),
  listed: () => call<Tables>('GET', '/tables'),
  mine: () => call<Tables>('GET', '/my/tables'),
  make: (table: NewTable) => call<TableState>('POST', '/tables', table),
  byCode: (code: string) => call<Found>('GET', `/codes/${encodeURIComponent(code)}`),
  seat: (table: string, seat: number, change: SeatChange) =>
    call<TableState>('PUT', `/tables/${table}/seats/${seat}`, change),
  vacate: (table: string, seat: number) => call<TableState>('DELETE', `/tables/${table}/seats/${seat}`),
  start: (table: string) => call<TableState>('POST', `/tables/${table}/start`),
  close: (table: string) => call<TableState>('DELETE', `/tables/${table}`),
  rematch: (table: string) => call<TableState>('POST', `/tables/${table}/rematch`),
  table: (table: string) => call<TableState>('GET', `/tables/${table}`),
  /** Everything that happened in a game so far, as the viewer saw it. */
  history: (table: string) => call<History>('GET', `/tables/${table}/events`),
  replay: (source: Source, eyes: Eyes) => call<Replay>('GET', `${pathOf(source)}/replay?viewer=${eyes}`),
  /** The positions after the events `from` to `to`. */
  views: (source: Source, eyes: Eyes, from: number, to: number) =>
    call<ReplayViews>('GET', `${pathOf(source)}/replay/views?viewer=${eyes}&from=${from}&to=${to}`),
  upload: (record: string) => send<Uploaded>('POST', '/records', 'application/jsonl', record),
  recordOf: (source: Source) => `/api/v1${pathOf(source)}${source.kind === 'table' ? '/record' : ''}`,
}

function pathOf({ kind, id }: Source): string {
  return kind === 'table' ? `/tables/${id}` : `/records/${id}`
}
