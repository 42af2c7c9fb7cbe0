#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { runCommand } from './command.js'
import { inRoot } from './paths.js'

/** @typedef {{ 'bom-ref': string, name: string, licenses?: { license: { id: string } }[] }} Component */
/** @typedef {{ ref: string, dependsOn: string[] }} Dependency */

/** MIT by its readme; its package.json names no licence. */
const licensedInReadme = 'png-js'

/**
 * `npm run sbom`: prints the packages that the shop runs or serves as a CycloneDX bill of materials, written by npm. Which ones, the lock
 * file says: with `--omit dev`, npm leaves out packages that a development package wants as a peer too, such as zod.
 */
await runCommand(async () => {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const limits = { cwd: inRoot('.'), encoding: /** @type {const} */ ('utf8'), maxBuffer: 2 ** 26 }
  const bill = JSON.parse(execFileSync('npm', ['sbom', ...options], limits))
  const own = bill.metadata.component
  // npm takes the folder's name.
  own.name = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).name
  const used = usedPackages().add(own['bom-ref'])
  bill.components = bill.components.filter((/** @type {Component} */ each) => used.has(each['bom-ref']))
  for (const component of bill.components)
    if (component.name === licensedInReadme) component.licenses = [{ license: { id: 'MIT' } }]
  bill.dependencies = bill.dependencies
    .filter((/** @type {Dependency} */ { ref }) => used.has(ref))
    .map((/** @type {Dependency} */ { ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter(each => used.has(each)),
    }))
  console.log(JSON.stringify(bill, null, 2))
  return 0
})

/** `name@version` of the packages installed without those for development, and of the fonts, of which a build serves files. */
function usedPackages() {
  /** @type {Record<string, { name?: string, version: string, dev?: boolean }>} */
  const packages = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages
  return new Set(
    Object.entries(packages)
      .filter(([place, { dev }]) => place !== '' && (!dev || place.startsWith('node_modules/@fontsource')))
      .map(([place, { name, version }]) => `${name ?? place.split('node_modules/').at(-1)}@${version}`),
  )
}
