export interface ToastMessage {
  title: string
  description?: string | undefined
  /** `destructive` is for errors. */
  variant?: 'default' | 'destructive'
  /** A button in the toast, which then stays longer: to undo the action. */
  action?: { label: string; onPress: () => void }
}

export type ActiveToast = ToastMessage & { id: number }

let shown: ActiveToast | null = null
let count = 0
const listeners = new Set<() => void>()

function show(next: ActiveToast | null) {
  shown = next
  for (const listener of listeners) listener()
}

/** Milliseconds that a toast is shown, not counting while it has the pointer or the focus. */
export const toastDuration = ({ action }: ToastMessage): number => (action ? 12_000 : 5000)

/** The message of an action that was done at once, with a button that undoes it. */
export const undoableToast = (title: string, undo: () => void): ToastMessage => ({
  title,
  action: { label: 'Ongedaan maken', onPress: undo },
})

/** Shows a message for some seconds. A newer toast replaces the visible one. */
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
