/** A `ref` of what opens below the control that opened it: it is scrolled into view, as far as it fits. */
export function showOpened(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
