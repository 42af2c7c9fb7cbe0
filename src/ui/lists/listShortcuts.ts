import type { ShortcutId } from '../shortcuts.ts'

/** An item of a list: the row of a `DataTable`, or any element that says so. */
const ROW = 'main [data-row]'

/** A row takes the focus at its link, where Enter opens it and a screen reader reads it. */
const focusTarget = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('a[href]') ??
  row.querySelector<HTMLElement>('button, input') ??
  (row as HTMLElement)

export const isInRow = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(ROW) !== null

/** Whether typed text goes into this element. */
export const isTypingTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'))

/** Whether something is open that has keys of its own: a dialog, a menu. */
export const hasOpenOverlay = (): boolean =>
  document.querySelector('[role=dialog][data-state=open], :popover-open') !== null

/** Moves the focus by rows; without a row in focus, to the first or the last. */
function focusRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll(ROW)].filter(row => row.getClientRects().length > 0)
  const current = rows.findIndex(row => row.contains(document.activeElement))
  const next = current === -1 ? rows.at(step === 1 ? 0 : -1) : rows[current + step]
  if (!next) return false
  focusTarget(next)?.focus()
  next.scrollIntoView({ block: 'nearest' })
  return true
}

const click = (selector: string): boolean => {
  const element = document.querySelector<HTMLElement>(selector)
  element?.click()
  return element !== null
}

function selectRow(): boolean {
  const row = document.activeElement?.closest(ROW)
  const box = row?.querySelector<HTMLInputElement>('input[type=checkbox]')
  box?.click()
  return Boolean(box)
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}

/** The actions of the shortcuts in the list of the open page. @returns whether there was anything to do */
export const listActions: Partial<Record<ShortcutId, () => boolean>> = {
  search: focusSearch,
  'next-row': () => focusRow(1),
  'previous-row': () => focusRow(-1),
  'select-row': selectRow,
  'next-page': () => click('main nav a[rel=next]'),
  'previous-page': () => click('main nav a[rel=prev]'),
  // The focus is at the row's link, which Enter opens.
  'open-row': () => false,
}
