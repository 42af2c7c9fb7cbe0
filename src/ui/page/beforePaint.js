/*
 * Inlined in every page: records a visitor's actions before the page's own code has loaded, because on a slow connection the
 * buttons are visible seconds earlier. `window.__REPLAY__()` repeats them, in order, after hydration. Links work without code and
 * are not recorded.
 */
{
  /** @type {Map<EventTarget, () => void>} The actions to repeat, the last one per element only. */
  const kept = new Map()
  const pressable = 'button, [role=button], [type=checkbox], [type=radio]'

  /** @type {Record<string, (event: any) => void>} */
  const keepers = {
    click(event) {
      const element = event.target.closest(pressable)
      // A popover opens by itself.
      if (!element || element.popoverTargetElement) return
      // Without its code a form would put its values in the URL.
      event.preventDefault()
      // While the page hydrates, React would handle it too.
      event.stopImmediatePropagation()
      keep(element, () => {
        // Menus and tabs react to pointerdown, not to click.
        const press = { bubbles: true, cancelable: true, pointerType: 'mouse' }
        element.dispatchEvent(new PointerEvent('pointerdown', press))
        element.dispatchEvent(new MouseEvent('mousedown', press))
        element.click()
      })
    },
    submit(event) {
      event.preventDefault()
      event.stopImmediatePropagation()
      keep(event.target, () => event.target.requestSubmit())
    },
    input({ target }) {
      const { value, type } = target
      keep(target, () => {
        // React detects input by comparing with the value that it last set, which its own setter records. Chosen files stay where they are,
        // and no code may set them.
        if (type !== 'file') {
          target.value = ''
          Reflect.set(Object.getPrototypeOf(target), 'value', value, target)
        }
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

  const pageOf = () => location.pathname + location.search
  const loaded = pageOf()
  // Back to an address of the same document: nothing would show its page.
  const show = () => {
    if (pageOf() !== loaded) location.reload()
  }
  addEventListener('popstate', show)

  window.__REPLAY__ = () => {
    delete window.__REPLAY__
    removeEventListener('popstate', show)
    for (const [type, keeper] of Object.entries(keepers)) removeEventListener(type, keeper, true)
    for (const again of kept.values()) {
      // Thrown into the effect that calls this, an error would unmount the whole page.
      try {
        again()
      } catch (error) {
        reportError(error)
      }
    }
    kept.clear()
  }
}

/*
 * The quick exit: three times Escape within 1.5 s leaves for the site in the visitor's cookie. Here, so that it works before the page's own
 * code and after any error in it.
 */
{
  /** @type {number[]} When Escape was pressed last, in milliseconds. */
  let presses = []

  window.__LEAVE__ = () => {
    const { cookie } = document
    const site = decodeURIComponent(
      (/(?:^|; )__Host-gloed_exit=([^;]+)/.exec(cookie) ?? /(?:^|; )gloed_exit=([^;]+)/.exec(cookie))?.[1] ??
        '',
    )
    if (!site.startsWith('https://')) return
    // Covers the page in this frame.
    document.documentElement.style.display = 'none'
    document.title = '…'
    localStorage.removeItem('gloed-recent')
    // Nothing asks whether to stay.
    addEventListener('beforeunload', event => event.stopImmediatePropagation(), true)
    // After the other handlers of this key press: a stop of a toy is sent first.
    setTimeout(() => location.replace(site))
  }

  addEventListener(
    'keydown',
    ({ key, repeat, isTrusted, timeStamp }) => {
      // An event that is repeated after hydration was counted already.
      if (repeat || !isTrusted) return
      presses = key === 'Escape' ? [...presses.slice(-2), timeStamp] : []
      if (presses.length < 3 || timeStamp - Number(presses[0]) >= 1500) return
      // A fourth press must not begin the way out again.
      presses = []
      window.__LEAVE__?.()
    },
    true,
  )
}
