import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

const packages = `${new URL('../../node_modules/', import.meta.url)}`
const drizzle = `${packages}drizzle-orm/`

/**
 * Makes Node's own loading of the sources fast, which takes three seconds of processor time for the whole shop without: Node reads the
 * `package.json` of a file once more for each of its imports, and that of drizzle-orm, which 400 of our files import, has 170 KB. Vitest
 * would also send each import to its main thread.
 */
function registerSourceImports(): void {
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
  const found = new Map<string, ReturnType<Parameters<typeof registerHooks>[0]['resolve'] & object>>()
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context
      if (specifier.startsWith('.')) {
        const isOfDrizzle =
          parentURL.startsWith(drizzle) && parentURL.endsWith('.js') && specifier.endsWith('.js')
        const isSource = specifier.endsWith('.ts') && !parentURL.startsWith(packages)
        if (!isOfDrizzle && !isSource) return next(specifier, context)
        const format = isSource ? 'module-typescript' : 'module'
        return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
      }
      // Packages find others, in folders of their own.
      if (parentURL === '' || parentURL.startsWith(packages) || /^(node|file):/.test(specifier))
        return next(specifier, context)
      const key = [specifier, ...context.conditions].join(' ')
      const known = found.get(key) ?? { ...next(specifier, context), shortCircuit: true }
      found.set(key, known)
      return known
    },
  })
}

// Vitest runs a set-up file for each file of tests, and Node keeps the hooks of a thread.
const REGISTERED = Symbol.for('gloed.sourceImports')
if (!(REGISTERED in globalThis)) {
  registerSourceImports()
  Object.assign(globalThis, { [REGISTERED]: true })
}
