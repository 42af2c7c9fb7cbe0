import http from 'node:http'
import https from 'node:https'
import type { Plugin } from 'vite'

const modules = { http, https }
/** Reading one of these loads all of Node's `fetch`, which the programs do not use: 15 MB, and 40 ms of each start. */
const loadsFetch = new Set(['WebSocket', 'CloseEvent', 'MessageEvent'])
const VIRTUAL = '\0light:'

/**
 * What the server's bundle needs to take less memory. `import 'node:http'` reads every property of the module, `require` reads none; and a
 * source with one character beyond ASCII is held in two bytes a character.
 */
export const programBundle: Plugin = {
  name: 'program-bundle',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  enforce: 'pre',
  resolveId: source => {
    const name = /^(?:node:)?(https?)$/.exec(source)?.[1]
    return name ? VIRTUAL + name : null
  },
  load(id) {
    if (!id.startsWith(VIRTUAL)) return null
    const name = id.slice(VIRTUAL.length) as keyof typeof modules
    const names = Object.keys(modules[name]).filter(key => !loadsFetch.has(key))
    return [
      `import { createRequire } from 'node:module'`,
      `const loaded = createRequire(import.meta.url)('node:${name}')`,
      `export const { ${names.join(', ')} } = loaded`,
      `export default loaded`,
    ].join('\n')
  },
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = escapeBeyondAscii(file.code)
  },
}

const escapeBeyondAscii = (code: string): string =>
  // eslint-disable-next-line no-control-regex
  code.replace(/[^\0-\x7f]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
