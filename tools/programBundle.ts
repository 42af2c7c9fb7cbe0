import http from 'node:http'
import https from 'node:https'
import { parseSync, type Plugin } from 'vite'
import { refuseCycles } from './programChunks.ts'

const modules = { http, https }
/** Reading one of these loads all of Node's `fetch`, which the programs do not use: 15 MB, and 40 ms of each start. */
const loadsFetch = new Set(['WebSocket', 'CloseEvent', 'MessageEvent'])
const VIRTUAL = '\0light:'

const FAIL = `throw new Error('left out of the programs: see tools/programBundle.ts')`

const UNDICI_CLIENT = `
import Agent from 'undici/lib/dispatcher/agent.js'
import sendRequest from 'undici/lib/api/api-request.js'
export { Agent }
export function request(url, { dispatcher, ...options }) {
  const { origin, pathname, search } = new URL(url)
  return sendRequest.call(dispatcher, { ...options, origin, path: pathname + search })
}`

/**
 * Packages that the programs have less of, or nothing: 1.2 MB at each start. Jobs have no schedules by RRULE, routes no JSON schemas, and
 * requests to providers neither `fetch` nor web sockets nor a cache.
 */
const replacedPackages = new Map([
  ['rrule-temporal', `export class RRuleTemporal { constructor() { ${FAIL} } }`],
  ['@fastify/ajv-compiler', FAIL],
  ['@fastify/fast-json-stringify-compiler', FAIL],
  ['undici', UNDICI_CLIENT],
])

/**
 * The changes that the server's bundle needs to take less memory. `import 'node:http'` reads every property of the module, `require`
 * reads none; a source with one character beyond ASCII is held in two bytes a character; and code that is never called is left out.
 */
export const programBundle: Plugin = {
  name: 'program-bundle',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  enforce: 'pre',
  resolveId: source => {
    const name = /^(?:node:)?(https?)$/.exec(source)?.[1]
    return name || replacedPackages.has(source) ? VIRTUAL + (name ?? source) : null
  },
  load(id) {
    if (!id.startsWith(VIRTUAL)) return null
    const replacement = replacedPackages.get(id.slice(VIRTUAL.length))
    if (replacement !== undefined) return replacement
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
    refuseCycles(bundle)
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      refuseDynamicImports(file.fileName, file.code)
      file.code = escapeBeyondAscii(file.code)
    }
  },
}

const keepElements = `
const kept = new WeakMap()
const isPlain = props => {
  for (const name in props) if (name !== 'icon' && name !== 'className' && name !== 'aria-hidden') return false
  return true
}
const Icon = forwardRef((props, ref) => {
  if (ref || !isPlain(props)) return draw(props, ref)
  const { icon, className, 'aria-hidden': isHidden } = props
  let ofIcon = kept.get(icon)
  if (!ofIcon) kept.set(icon, (ofIcon = new Map()))
  const key = isHidden + ' ' + className
  let element = ofIcon.get(key)
  if (!element) ofIcon.set(key, (element = draw(props, ref)))
  return element
})
`

/** Lucide builds each icon anew each time, which was a fifteenth of the work of a member's page: here it is built once for each class that it has. */
export const serverIcons: Plugin = {
  name: 'server-icons',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  enforce: 'pre',
  transform(code, id) {
    if (!/lucide-react[\\/]dist[\\/]esm[\\/]Icon\.mjs$/.test(id)) return null
    const [head, body = '', ...rest] = code.split('const Icon = forwardRef(')
    const [drawing = '', end, ...more] = body.split('export { Icon as default };')
    if (!end || rest.length + more.length > 0) this.error('lucide-react changed: see tools/programBundle.ts')
    return `${head}const draw = (${drawing}${keepElements}export { Icon as default };${end}`
  },
}

/** @throws Error when it has an `import()`, which fails in a script that is read from the code cache (`src/platform/codeCache.ts`) */
export function refuseDynamicImports(name: string, code: string): void {
  // Most files have not even a text that looks like it, and need not be parsed.
  if (!/\bimport\s*\(/.test(code)) return
  const [found] = parseSync(name, code, { sourceType: 'commonjs' }).module.dynamicImports
  if (found) throw new Error(`${name} has an import(): ${code.slice(found.start, found.end)}`)
}

const escapeBeyondAscii = (code: string): string =>
  // eslint-disable-next-line no-control-regex
  code.replace(/[^\0-\x7f]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
