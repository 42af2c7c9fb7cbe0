import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface LockedPackage {
  version: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  hasInstallScript?: boolean
}

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> }
const locked = Object.entries(packages).filter(([path]) => path !== '')
const placesWhere = (isSo: (entry: LockedPackage, path: string) => boolean) =>
  locked.filter(([path, entry]) => isSo(entry, path)).map(([path]) => path)

/** Of the packages that the shop runs: they let us use it in a program of our own, without its source becoming theirs. */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // As `ibantools` writes “MIT OR MPL-2.0”.
  'MIT or MPL-2.0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/** Its licence, MIT, stands in its readme only. */
const withoutLicence = new Set(['node_modules/png-js'])
/** Needed to build only, but the shop serves files made of them. */
const isFont = (path: string): boolean => path.startsWith('node_modules/@fontsource')
/** libvips, which sharp loads as a library of its own: whoever has the image may replace it. */
const mayBeLgpl = /^node_modules\/@img\/sharp-/

const isAllowed = (licence: string, path: string): boolean => {
  const parts = licence.replace(/[()]/g, '').split(' AND ')
  return parts.every(part =>
    part
      .split(' OR ')
      .some(each => licences.has(each) || (each === 'LGPL-3.0-or-later' && mayBeLgpl.test(path))),
  )
}

describe('the lock file', () => {
  it('proves every package by a SHA-512 of its content', () => {
    expect(locked.length).toBeGreaterThan(500)
    expect(placesWhere(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([])
  })

  it('names no place to fetch a package from but the registry in use', () => {
    expect(placesWhere(({ resolved }) => resolved !== undefined)).toEqual([])
  })

  it('has one exact version of everything that package.json names', () => {
    const { dependencies, devDependencies } = read('package.json') as Record<string, Record<string, string>>
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect({ [name]: packages[`node_modules/${name}`]?.version }).toEqual({ [name]: version })
  })

  it('the shop runs no package with an installation script', () => {
    // It asks for a donation; `.npmrc` runs no script.
    const harmless = new Set(['node_modules/tesseract.js'])
    expect(
      placesWhere(
        ({ hasInstallScript, dev, devOptional }, path) =>
          hasInstallScript === true && !dev && !devOptional && !harmless.has(path),
      ),
    ).toEqual([])
  })

  it('has only licences that allow our use', () => {
    expect(
      placesWhere(
        ({ license, dev }, path) =>
          (!dev || isFont(path)) && !withoutLicence.has(path) && !isAllowed(license ?? 'none', path),
      ),
    ).toEqual([])
  })

  it('has a package for each font that the shop serves, whose licence is served beside it', () => {
    const fonts = join(import.meta.dirname, '../src/ui/fonts')
    const served = readdirSync(fonts).flatMap(name => /^(.+)\.woff2$/.exec(name)?.[1] ?? [])
    expect(served.map(name => `node_modules/@fontsource-variable/${name}`)).toEqual(
      placesWhere((_, path) => isFont(path)),
    )
    const licence = readFileSync(join(fonts, 'OFL.txt'), 'utf8')
    for (const name of served) {
      const file = join(import.meta.dirname, `../node_modules/@fontsource-variable/${name}/LICENSE`)
      const [copyright, ...terms] = readFileSync(file, 'utf8').trim().split('\n')
      expect(licence).toContain(copyright)
      expect(licence).toContain(terms.join('\n').trim())
    }
  })
})
