import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Keys of our own providers, which the library does not know. */
const ownKeys = /\b(?:live|test)_[A-Za-z0-9]{30,}|\bSESSION_SECRET=[^\s'"`$]{32,}/g
const rules = [{ id: creator.meta.id, rule: creator, options: {} }]

it('finds a key of the payment provider', () => {
  expect(`MOLLIE_API_KEY=live_${'a1B2'.repeat(8)}`.match(ownKeys)).toHaveLength(1)
})

/** An address with a made-up password, which must not be stored. */
const known = ['src/backoffice/analytics/page.rules.test.ts: BasicAuth']

/** The paths that `.gitignore` names, and git's own. */
const untracked = new Set(['.git', 'node_modules', 'data', 'dist', 'test-results', '.env'])
const binary = /\.(webp|avif|png|ico|woff2|mmdb|pdf|zip|log)$/

/** Paths of the files that are tracked or may be, but for pictures, fonts and the snapshots of migrations. */
const sourceTexts = () =>
  readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !untracked.has(name))
    .flatMap(entry => (entry.isDirectory() ? filesIn(entry.name) : [entry.name]))
    .filter(file => !binary.test(file) && !file.startsWith(join('migrations', 'meta')))

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))

it('no file has a secret, but for one that is known', async () => {
  const files = sourceTexts().map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  expect(files.length).toBeGreaterThan(500)
  // As one text: the library measures each call, and that takes longer the more there were.
  const content = files.map(({ text }) => text).join('\n')
  const source = { filePath: 'all.txt', content, ext: '.txt', contentType: 'text' as const }
  expect(content.match(ownKeys)).toBeNull()
  const { messages } = await lintSource({ source, options: { config: { rules } } })
  const fileAt = (position: number) => {
    let end = -1
    return files.find(({ text }) => (end += text.length + 1) >= position)?.file
  }
  expect(messages.map(({ messageId, range }) => `${fileAt(range[0])}: ${messageId}`)).toEqual(known)
})
