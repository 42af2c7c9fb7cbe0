type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

/** The inputs that a reload does not lose: searches are in the URL, and a slider acts at once. */
const ignoredTypes = new Set(['search', 'range'])

/** The controls that the user changed and that are still on the page. */
const changed = new Set<Control>()

if (typeof window !== 'undefined') {
  const remember = ({ target }: Event) => {
    for (const control of changed) if (!control.isConnected) changed.delete(control)
    if (isControl(target) && !ignoredTypes.has(target.type)) changed.add(target)
  }
  addEventListener('input', remember, true)
}

/** Whether something that the user typed would be lost by a reload. */
export const hasTypedInput = (): boolean =>
  [...changed].some(control => control.isConnected && control.value !== '')
