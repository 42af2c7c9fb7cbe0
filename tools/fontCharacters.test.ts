import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { characters } from './fontCharacters.ts'

const sources = join(import.meta.dirname, '../src')

/** Not shown in our fonts: the PDF has its own, a file of products is no page, and keyboards have a symbol that Latin fonts lack. */
const excepted: Record<string, string> = {
  'money/invoices/pdfText.rules.ts': 'any',
  'shop/products/admin/imports/csv.rules.ts': '＝＋－＠',
  'ui/shortcuts.ts': '⌘',
}

const comments = /\/\*.*?\*\/|(?<=^|\s)\/\/.*?$/gms

test('the fonts keep every character of our texts', async () => {
  const missing: string[] = []
  let count = 0
  for await (const file of glob('**/*.{ts,tsx}', { cwd: sources })) {
    if (file.includes('.test.') || excepted[file] === 'any') continue
    count += 1
    const text = (await readFile(join(sources, file), 'utf8')).replace(comments, '')
    const known = new Set(`${characters}${excepted[file] ?? ''}\n`)
    for (const character of new Set(text)) if (!known.has(character)) missing.push(`${file}: ${character}`)
  }
  expect(missing).toEqual([])
  expect(count).toBeGreaterThan(500)
})
