import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_TEMPLATE, startServer } from './server.ts'

/** Playwright's global set-up: makes the demo shop's data once, of which each server gets a copy. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gloed-demo-'))
  await (await startServer({ dataDir })).stop()
  process.env[DEMO_TEMPLATE] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
