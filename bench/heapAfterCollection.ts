import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Preloaded into a process that is measured: at SIGUSR2 it collects all garbage, and writes how many bytes its objects take to the file
 * that HEAP_FILE names.
 */
const file = process.env['HEAP_FILE']
if (file !== undefined) {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  process.on('SIGUSR2', () => {
    // The second collection takes the objects that the first leaves for finalization.
    collectGarbage()
    collectGarbage()
    writeFileSync(file, String(process.memoryUsage().heapUsed))
  })
}
