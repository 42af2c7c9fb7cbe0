export interface ToastMessage {
  title: string
  description?: string | undefined
  /** `destructive` is for what failed. */
  variant?: 'default' | 'destructive'
}

export type ShownToast = ToastMessage & { id: number }

let shown: ShownToast | null = null
let count = 0
const listeners = new Set<() => void>()

function show(next: ShownToast | null) {
  shown = next
  for (const listener of listeners) listener()
}

/** Says something in passing, for 5 seconds. One is visible at a time: a newer one takes the older one's place. */
export function toast(message: ToastMessage): void {
  count += 1
  show({ ...message, id: count })
}

export const closeToast = (id: number): void => {
  if (shown?.id === id) show(null)
}

export const currentToast = (): ShownToast | null => shown

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
