import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig, StartupError } from '../config.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'gloed-secrets-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

it('a secret may be in a file, whose last line break is no part of it', () => {
  const config = readConfig({
    SESSION_SECRET_FILE: write('session', `${'x'.repeat(32)}\n`),
    DATABASE_URL_FILE: write('database', 'postgres://gloed@db/gloed\r\n'),
    SMTP_URL_FILE: write('smtp', 'smtps://post.example'),
  })
  expect(config).toMatchObject({
    sessionSecret: 'x'.repeat(32),
    databaseUrl: 'postgres://gloed@db/gloed',
    smtpUrl: 'smtps://post.example',
  })
})

it.each([
  ['is not there', () => ({ MOLLIE_API_KEY_FILE: join(folder, 'nergens') }), /MOLLIE_API_KEY_FILE: ENOENT/],
  ['is empty', () => ({ LOVENSE_TOKEN_FILE: write('empty', '\n') }), /LOVENSE_TOKEN_FILE: .* is leeg/],
  [
    'is beside the variable itself',
    () => ({ SMTP_URL: 'smtp://a.example', SMTP_URL_FILE: write('both', 'smtp://b.example') }),
    /SMTP_URL: staat ook in SMTP_URL_FILE/,
  ],
  ['has an invalid secret', () => ({ SESSION_SECRET_FILE: write('short', 'kort') }), /SESSION_SECRET: /],
])('a file that %s is a reason not to start', (_, environment, message) => {
  const read = () => readConfig(environment())
  expect(read).toThrow(StartupError)
  expect(read).toThrow(message)
})
