/** For `onOpenAutoFocus`: the dialog itself, where Space presses nothing. */
export function focusPanel(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}
