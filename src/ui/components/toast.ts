export interface ToastMessage {
  title: string
  description?: string | undefined
  /** `destructive` is for what failed. */
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

/** Says something in passing, for 5 seconds. One is visible at a time: a newer one takes the older one's place. */
export function toast(message: ToastMessage): void {
  count += 1
  show({ ...message, id: count })
}

/** Takes away the toast with this id, or whichever is there: what it said has been overtaken. */
export function closeToast(id: number | undefined = shown?.id): void {
  if (shown && shown.id === id) show(null)
}

export const currentToast = (): ActiveToast | null => shown

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
