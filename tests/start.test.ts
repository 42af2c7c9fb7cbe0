import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

/** The modules that no start needs: the first request that does loads it (docs/decisions/056). Together it was half of the code of a node. */
const loadedLater = new Set([
  '@aws-sdk/client-s3',
  '@electric-sql/pglite',
  '@simplewebauthn/server',
  'age-encryption',
  'csv-parse',
  'fflate',
  'fontkit',
  'ioredis',
  'nodemailer',
  'pdfkit',
  'qrcode',
  'react-dom/server',
  'sharp',
  'undici',
  'web-push',
  'write-excel-file/node',
])

const root = join(import.meta.dirname, '..')

/** The modules that a file imports as values, other than by `import()`. */
function staticImports(file: string): string[] {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  const imports = module.staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
  )
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest] : [])),
  )
  return [...imports.map(({ moduleRequest }) => moduleRequest), ...exports].map(({ value }) => value)
}

/** All that Node reads before a module runs, with the importers. */
function readAtStart(entries: string[]): Map<string, string> {
  const importers = new Map<string, string>()
  const queue = [...entries]
  for (const file of queue)
    for (const target of staticImports(file)) {
      const path = target.startsWith('.') ? posix.join(posix.dirname(file), target) : target
      if (importers.has(path)) continue
      importers.set(path, file)
      if (/^(src|simulators)\/.*\.tsx?$/.test(path)) queue.push(path)
    }
  return importers
}

it('a start reads no package that only some requests need, and no simulator', () => {
  const importers = readAtStart(['src/app/server.ts', 'src/app/serverProcess.ts', 'src/app/runNode.ts'])
  expect(importers.size).toBeGreaterThan(500)
  const unneeded = [...importers].filter(
    ([path]) => loadedLater.has(path) || /^simulators\/.*routes\.ts$/.test(path),
  )
  expect(unneeded.map(([path, importer]) => `${importer} imports ${path}`)).toEqual([])
})
