export interface ToastMessage {
  title: string
  description?: string | undefined
  /** `destructive` is for errors. */
  variant?: 'default' | 'destructive'
}

export type ActiveToast = ToastMessage & { id: number }

let shown: ActiveToast | null = null
let count = 0
const listeners = new Set<() => void>()

function show(next: ActiveToast | null) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message for 5 seconds. A newer toast replaces the visible one. */
export function toast(message: ToastMessage): void {
  count += 1
  show({ ...message, id: count })
}

/** Removes the toast with this id, or the visible one, when its message no longer applies. */
export function closeToast(id: number | undefined = shown?.id): void {
  if (shown && shown.id === id) show(null)
}

export const currentToast = (): ActiveToast | null => shown

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
