/*
 * Stands inline in every page, and keeps what a visitor does before the page's own code has come: on a slow line the
 * buttons are there seconds before it. `window.__REPLAY__()` does it again, in order, once the page is alive. Links
 * work by themselves, and are left alone.
 */
{
  /** @type {Map<EventTarget, () => void>} What to do again, the last thing on an element only. */
  const kept = new Map()
  const pressable = 'button, [role=button], [type=checkbox], [type=radio]'

  /** @type {Record<string, (event: any) => void>} */
  const keepers = {
    click(event) {
      const element = event.target.closest(pressable)
      if (!element) return
      // A form without its code would put what was typed in the address.
      event.preventDefault()
      keep(element, () => {
        // Menus and tabs listen to the press, not to the click.
        const press = { bubbles: true, cancelable: true, pointerType: 'mouse' }
        element.dispatchEvent(new PointerEvent('pointerdown', press))
        element.dispatchEvent(new MouseEvent('mousedown', press))
        element.click()
      })
    },
    submit(event) {
      event.preventDefault()
      keep(event.target, () => event.target.requestSubmit())
    },
    input({ target }) {
      const { value } = target
      keep(target, () => {
        // React takes a value for typed when it differs from the one it knows, which its own setter notes.
        target.value = ''
        Reflect.set(Object.getPrototypeOf(target), 'value', value, target)
        for (const type of ['input', 'change']) target.dispatchEvent(new Event(type, { bubbles: true }))
      })
    },
    keydown({ target, key }) {
      if (key !== 'Escape' && target !== document.body) return
      keep(document, () =>
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      )
    },
  }

  /** @type {(element: EventTarget, again: () => void) => void} */
  const keep = (element, again) => {
    kept.delete(element)
    kept.set(element, again)
  }

  for (const [type, keeper] of Object.entries(keepers)) addEventListener(type, keeper, true)

  window.__REPLAY__ = () => {
    for (const [type, keeper] of Object.entries(keepers)) removeEventListener(type, keeper, true)
    for (const again of kept.values()) again()
    kept.clear()
  }
}
