/** Lists of tables that stay fresh while they are looked at. */

import { onMount } from 'svelte'
import type { EditionSummary, TableSummary } from '../protocol'
import { rest, sentenceOf } from '../session/rest'
import { session } from '../session/session.svelte'

const REFRESH_MS = 10_000

export class TableList {
  /** `null` until they are here. */
  tables = $state.raw<readonly TableSummary[] | null>(null)
  editions = $state.raw<readonly EditionSummary[]>([])
  problem = $state<string | null>(null)

  /** Call while a component is set up. */
  constructor(read: () => Promise<{ tables: TableSummary[] }>) {
    const refresh = async () => {
      if (document.hidden && this.tables !== null) return
      try {
        await session.begin()
        if (this.editions.length === 0) this.editions = await rest.editions()
        this.tables = (await read()).tables
        this.problem = null
      } catch (error) {
        this.problem = sentenceOf(error)
      }
    }
    onMount(() => {
      void refresh()
      const timer = setInterval(() => void refresh(), REFRESH_MS)
      return () => clearInterval(timer)
    })
  }

  editionName(id: string): string {
    return this.editions.find((edition) => edition.id === id)?.name ?? id
  }
}
