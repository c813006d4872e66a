/** Short sentences that come and go: errors, "your turn", "reconnected". */

export type ToastKind = 'note' | 'good' | 'bad'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
}

const SHOWN_MS = 6000

class Toasts {
  list = $state<Toast[]>([])
  #next = 1

  /** Returns the toast's id, to take it away early. The same sentence is not shown twice at once. */
  show(text: string, kind: ToastKind = 'note', ms = SHOWN_MS): number {
    const same = this.list.find((toast) => toast.text === text)
    if (same) return same.id
    const id = this.#next++
    this.list.push({ id, kind, text })
    if (ms > 0) setTimeout(() => this.dismiss(id), ms)
    return id
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id)
  }
}

export const toasts = new Toasts()
