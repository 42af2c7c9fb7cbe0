const focusable = 'a[href], button, input, select, textarea, [tabindex]'
const places = 'section, article, [role=region], [role=dialog], main'

/** By dialog: the element that had the focus when it opened, with its ancestors, innermost first. */
const openers = new WeakMap<Element, readonly Element[]>()

export const rememberOpener = (dialog: Element, path: readonly Element[]): unknown =>
  openers.set(dialog, path)

/** The element that got the focus last, and around it. */
let lastPath: Element[] = []
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => (lastPath = pathFrom(target)))

/** An element and all that surrounds it; a dialog is followed by its own opener. */
function pathFrom(element: EventTarget | null): Element[] {
  const path: Element[] = []
  let each = element instanceof Element ? element : null
  while (each && each !== document.body) {
    path.push(each)
    const opener = openers.get(each)
    if (opener) return [...path, ...opener]
    each = each.parentElement
  }
  return path
}

/**
 * The element with the focus, and its ancestors. A dialog that has just closed is removed before the focus returns from it: then
 * the path of the element that had the focus in it, which ends in that dialog's opener.
 */
export function readFocusPath(): Element[] {
  if (typeof document === 'undefined') return []
  const path = pathFrom(document.activeElement)
  return path.length === 0 && lastPath[0]?.isConnected === false ? lastPath : path
}

/**
 * Focuses the innermost element of the path that still exists: the opener of the dialog, or else, in its nearest ancestor, the
 * element with `data-focus-fallback`, or the heading.
 */
export function returnFocus(path: readonly Element[]): void {
  const at = path.findIndex(each => each.isConnected && takesFocus(each))
  const [taken, rest] = [document.activeElement, path.slice(at + 1)]
  if (at === -1 || !taken) return
  // A row that was deleted by the dialog may go a moment later, when its list has been fetched again.
  const watch = new MutationObserver(() => {
    if (taken.isConnected) return
    watch.disconnect()
    if (document.activeElement === document.body) returnFocus(rest)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', () => watch.disconnect(), { once: true })
}

function takesFocus(element: Element): boolean {
  const inPlace = element.matches(places) && (headingOf(element) ?? element)
  const around = element.querySelector('[data-focus-fallback]') ?? inPlace
  const target = around || (element.matches(focusable) && element)
  if (!(target instanceof HTMLElement)) return false
  if (!target.matches(focusable)) target.tabIndex = -1
  target.focus()
  return document.activeElement === target
}

/** The page's own, where there is one: navigation may have headings too. */
const headingOf = (place: Element): Element | null =>
  place.querySelector('h1') ?? place.querySelector('h2, h3')
