import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { desktopOnly } from '../support/screen.ts'
import { programOf, startServer } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')

/** Starts a server that should refuse to start. */
async function refusal(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  // Without the test runner's own environment: its colour settings would add a line of output.
  const { PATH, HOME, BUILD_DIR } = process.env
  const child = spawn(process.execPath, [programOf('server')], {
    cwd: root,
    env: { PATH, HOME, BUILD_DIR, ...env },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close')
  return { code: child.exitCode, lines: said.trim().split('\n') }
}

let folder = ''
// Each starts several servers.
test.beforeEach(() => test.slow())
test.beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'gloed-start-'))))
test.afterEach(async () => {
  if (folder) await rm(folder, { recursive: true, force: true })
})

test('a start that fails prints the reason in one line and exits with 1', desktopOnly, async () => {
  const file = join(folder, 'een-bestand')
  await writeFile(file, '')
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo

  const cases: [Record<string, string>, RegExp][] = [
    [{ DATA_DIR: folder, PORT: 'tachtig' }, /^Configuratie klopt niet: PORT/],
    [{ DATA_DIR: file }, /^De map .* is niet te gebruiken/],
    [{ DATA_DIR: folder, PORT: String(port) }, /^Poort \d+ op 127\.0\.0\.1 is al bezet/],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /^De database antwoordt niet/],
  ]
  for (const [env, reason] of cases) {
    const { code, lines } = await refusal({ PORT: '0', ...env })
    expect(lines).toEqual([expect.stringMatching(reason)])
    expect(code).toBe(1)
  }
  taken.close()
})

test(
  'a second server on the same folder is refused, and the first continues with its data',
  desktopOnly,
  async () => {
    const first = await startServer({ dataDir: folder })
    expect(first.logs()).toContain('klant@gloed.test')
    const { code, lines } = await refusal({ DATA_DIR: folder, PORT: '0' })
    expect(lines).toEqual([expect.stringMatching(/^Er draait al een server op de map/)])
    expect(code).toBe(1)
    const before = await (await fetch(`${first.origin}/api/products`)).json()
    // A newcomer sees nothing alarming.
    expect(
      first
        .logs()
        .split('\n')
        .filter(line => /"level":[456]0/.test(line)),
    ).toEqual([])
    expect(await first.stop()).toBe(0)

    const again = await startServer({ dataDir: folder })
    expect(await (await fetch(`${again.origin}/api/products`)).json()).toEqual(before)
    await again.kill()
    const third = await startServer({ dataDir: folder })
    expect(await (await fetch(`${third.origin}/api/products`)).json()).toEqual(before)
    expect(await third.stop()).toBe(0)
  },
)
