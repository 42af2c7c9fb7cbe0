import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, whatever the working directory is. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts)

/** The script of a package's command, which Node can run without a shell on every system. @param {string} name */
export function scriptOf(name) {
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(inRoot('node_modules', name, 'package.json'), 'utf8'))
  const script = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0])
  return inRoot('node_modules', name, String(script))
}
