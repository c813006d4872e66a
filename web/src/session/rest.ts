/** The calls of the server's REST interface that the client makes. Every failure is a sentence for people. */

import type {
  BotInfo,
  Edition,
  EditionSummary,
  Found,
  Me,
  NewTable,
  Refusal,
  Refused,
  SeatChange,
  Tables,
  TableState,
} from '../protocol'

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

async function call<T>(method: Method, path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch {
    throw new Failure('unreachable', UNREACHABLE)
  }
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
  recordOf: (table: string) => `/api/v1/tables/${table}/record`,
}
