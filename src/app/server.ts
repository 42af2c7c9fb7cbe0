import { readCodeCache } from '../platform/codeCache.ts'

// Before anything else is imported, which is then read from it.
const saveCode = readCodeCache(import.meta.dirname)
void import('./serverProcess.ts').then(({ startServerProcess }) => startServerProcess(saveCode))
