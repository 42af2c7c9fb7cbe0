import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'vite'
import type { Endpoint } from '../src/wire/endpoint.ts'

const contractFile = /[\\/]src[\\/](?:.*[\\/])?(?:\w+\.)?contract\.ts$/
/** Marks the contract as it is written, with its schemas. */
const WHOLE = '?whole'

/**
 * Gives the browser the endpoints of a contract without their schemas, which only a form needs: a file that imports endpoints and
 * constants gets each endpoint as a record of the fields that `ui/call/call.ts` reads. A file that names a schema or a function too, and a
 * dynamic import, get the contract as it is written. Only in builds: while developing, nothing is left out.
 */
export const browserContracts: Plugin = {
  name: 'browser-contracts',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  // Before types are removed, and before Vite resolves.
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.endsWith('contract.ts') || importer === undefined) return null
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!resolved || !contractFile.test(resolved.id)) return null
    const whole = resolved.id + WHOLE
    if (options.kind === 'dynamic-import' || importer.endsWith(WHOLE)) return whole
    const known = new Set(Object.keys(await plainExports(resolved.id)))
    const names = importedNames(await readFile(importer, 'utf8'), source)
    return names.every(name => known.has(name)) ? resolved.id : whole
  },
  async load(id) {
    if (!contractFile.test(id)) return null
    this.addWatchFile(id)
    return Object.entries(await plainExports(id))
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
  transform(code, id) {
    const schema = /[\\/]src[\\/]/.test(id) && !id.endsWith(WHOLE) && schemaOfStaticImport(code)
    if (schema)
      this.error(`${schema} is not in the browser: import its contract dynamically, as other forms do`)
  },
}

/** The exports of a contract besides schemas and functions, the endpoints without theirs. */
async function plainExports(file: string): Promise<Record<string, unknown>> {
  const contract = (await import(pathToFileURL(file).href)) as Record<string, unknown>
  const exports = Object.entries(contract).map(([name, value]) => [
    name,
    isEndpoint(value) ? { method: value.method, path: value.path, inBody: value.inBody } : value,
  ])
  return Object.fromEntries(exports.filter(([, value]) => isPlain(value)))
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'input' in value

/** Whether a value is the same after a way through JSON. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'function' && isDeepStrictEqual(JSON.parse(JSON.stringify(value) ?? 'null'), value)

/** The values, not the types, that a file uses of its imports from `source`. */
export function importedNames(code: string, source: string): string[] {
  const from = source.replaceAll('.', String.raw`\.`)
  const named = code.matchAll(new RegExp(String.raw`(?:im|ex)port \{([^}]*)\} from '${from}'`, 'g'))
  const all = code.matchAll(new RegExp(String.raw`import \* as (\w+) from '${from}'`, 'g'))
  const members = ([, space]: RegExpMatchArray) => [
    ...code.matchAll(new RegExp(String.raw`(?<![./\w])${space}\.(\w+)`, 'g')),
  ]
  return [
    ...[...named].flatMap(([, names = '']) =>
      names.split(',').map(name => name.trim().replace(/ as .*/, '')),
    ),
    ...[...all].flatMap(members).map(([, name = '']) => name),
  ].filter(name => name !== '' && !name.startsWith('type '))
}

/** `login.input`, where `login` is imported statically from a contract; undefined when there is none. */
export function schemaOfStaticImport(code: string): string | undefined {
  const sources = [...code.matchAll(/ from '([^']*contract\.ts)'/g)].map(([, source = '']) => source)
  const names = sources.flatMap(source => importedNames(code, source))
  return names
    .flatMap(
      name =>
        new RegExp(String.raw`(?<!typeof (?:\w+\.)?)\b${name}\.(?:input|output)\b`).exec(code)?.[0] ?? [],
    )
    .at(0)
}
