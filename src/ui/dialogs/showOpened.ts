/** A `ref` of an element that opens below its control: it is scrolled into view, as far as it fits. */
export function showOpened(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
