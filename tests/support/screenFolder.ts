import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variable with the folder for files of the shops of the tests of screens. */
export const SCREEN_FOLDER = 'GLOED_TEST_SCREENS'

/** Vitest's global set-up: these shops end with their threads, which removes no files. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-screens-'))
  process.env[SCREEN_FOLDER] = folder
  return () => rm(folder, { recursive: true, force: true })
}
