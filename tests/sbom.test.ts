import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

interface Component {
  name: string
  version: string
  hashes?: { alg: string; content: string }[]
  licenses?: unknown[]
}

const root = join(import.meta.dirname, '..')

it('lists every package that the shop runs or serves, with its hash and licence', () => {
  const printed = execFileSync(process.execPath, ['bin/sbom.js'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const bill = JSON.parse(printed) as {
    bomFormat: string
    specVersion: string
    metadata: { component: { name: string } }
    components: Component[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  expect([bill.bomFormat, bill.specVersion, bill.metadata.component.name]).toEqual([
    'CycloneDX',
    '1.5',
    'gloed',
  ])
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const named = new Map(bill.components.map(({ name, version }) => [name, version]))
  const fonts = Object.keys(devDependencies).filter(name => name.startsWith('@fontsource'))
  for (const name of [...Object.keys(dependencies), ...fonts])
    expect({ [name]: named.get(name) }).toEqual({ [name]: dependencies[name] ?? devDependencies[name] })
  expect(named.has('vitest')).toBe(false)
  const incomplete = bill.components.filter(
    ({ hashes, licenses }) =>
      hashes?.[0]?.alg !== 'SHA-512' || !/^[\da-f]{128}$/.test(hashes[0].content) || !licenses?.length,
  )
  expect(incomplete.map(({ name }) => name)).toEqual([])
  const known = new Set(bill.dependencies.map(({ ref }) => ref))
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter(ref => !known.has(ref))).toEqual([])
  expect(known.size).toBe(bill.components.length + 1)
})
