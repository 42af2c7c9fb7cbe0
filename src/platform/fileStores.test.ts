import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeFileStores } from '../../tests/support/fileStoreSuite.ts'
import { openFolders } from './fileStores.ts'

const folder = await mkdtemp(join(tmpdir(), 'gloed-files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describeFileStores('a folder', () => openFolders(folder))
