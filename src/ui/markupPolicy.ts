declare global {
  interface Window {
    /** Not in every browser, nor in TypeScript's library. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: Record<
          'createHTML' | 'createScriptURL',
          (value: string, type: string, sink: string) => string | null
        >,
      ): unknown
    }
  }
}

/** The markup that React itself writes to make a script element, which holds data only: pages have no other. */
const REACT_SCRIPT = '<script></script>'
/** The markup of a mail, in a frame whose `sandbox` lets nothing in it run. */
const FRAME = 'HTMLIFrameElement srcdoc'
/** A file of our build, or the service worker. */
const ownScript = /^\/(assets\/[\w./-]+\.js|worker\.js)$/

/**
 * The only policy of Trusted Types (https://w3c.github.io/trusted-types/dist/spec/): browsers ask it for every text that would
 * become markup, code or the address of a script, and throw a TypeError for a refused one. Text without a tag is harmless
 * wherever it is put.
 */
window.trustedTypes?.createPolicy('default', {
  createHTML: (text, _type, sink) =>
    sink === FRAME || text === REACT_SCRIPT || !text.includes('<') ? text : null,
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.href)
    return origin === location.origin && (import.meta.env.DEV || ownScript.test(pathname)) ? address : null
  },
})
