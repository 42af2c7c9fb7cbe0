import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'vite'
import type { Endpoint } from '../src/wire/endpoint.ts'

const contractFile = /[\\/]src[\\/](?:.*[\\/])?(?:\w+\.)?contract\.ts$/
/** Marks the contract as it is written, with its schemas. */
const WHOLE = '?whole'

/**
 * Gives the browser the endpoints of a contract without their schemas, which only a form needs: a static import of a `contract.ts` gets
 * each endpoint as a record of what `ui/call.ts` reads, and constants as they are. Schemas and functions come from the contract as it is
 * written, and so does everything for a dynamic import. Only in builds: while developing, nothing is left out.
 */
export const browserContracts: Plugin = {
  name: 'browser-contracts',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  // Before types are removed, and before Vite resolves.
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.endsWith('contract.ts')) return null
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!resolved || !contractFile.test(resolved.id)) return null
    const isWhole = options.kind === 'dynamic-import' || importer?.endsWith(WHOLE)
    return isWhole ? resolved.id + WHOLE : resolved.id
  },
  async load(id) {
    if (!contractFile.test(id)) return null
    this.addWatchFile(id)
    const contract = (await import(pathToFileURL(id).href)) as Record<string, unknown>
    return Object.entries(contract)
      .map(([name, value]) => exportOf(name, value, id))
      .join('\n')
  },
  transform(code, id) {
    const missing = /[\\/]src[\\/]/.test(id) && !id.endsWith(WHOLE) && schemaOfStaticImport(code)
    if (missing)
      this.error(`${missing} is not in the browser: import its contract dynamically, as other forms do`)
  },
}

/** The statement that exports a value of a contract to the browser. */
function exportOf(name: string, value: unknown, file: string): string {
  if (isEndpoint(value)) return `export const ${name} = ${JSON.stringify(withoutSchemas(value))}`
  if (isPlain(value)) return `export const ${name} = ${JSON.stringify(value)}`
  return `export { ${name} } from ${JSON.stringify(file + WHOLE)}`
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'input' in value

const withoutSchemas = ({ method, path, inBody }: Endpoint) => ({ method, path, inBody })

/** Whether a value is the same after a way through JSON. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'function' && isDeepStrictEqual(JSON.parse(JSON.stringify(value) ?? 'null'), value)

/** `login.input`, where `login` is imported statically from a contract; undefined when there is none. */
export function schemaOfStaticImport(code: string): string | undefined {
  const imports = [...code.matchAll(/import (\{[^}]*\}|\* as \w+) from '[^']*contract\.ts'/g)]
  const names = imports.flatMap(([, names = '']) =>
    names
      .replace(/^\* as (\w+)/, '$1\\.\\w+')
      .split(/[{},]/)
      .map(name => name.trim())
      .filter(name => name !== '' && !name.startsWith('type ')),
  )
  const [found] = names.flatMap(
    name => new RegExp(`(?<!typeof )\\b${name}\\.(input|output)\\b`).exec(code) ?? [],
  )
  return found
}
