import { readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { vi } from 'vitest'

/** Tells the path of each file and folder that this process syncs to the disk. @returns ends it */
export async function watchSyncs(onSync: (path: string) => void): Promise<() => void> {
  const handle = await open('/dev/null')
  const prototype = Object.getPrototypeOf(handle) as Pick<typeof handle, 'sync' | 'datasync'>
  await handle.close()
  const spies = (['sync', 'datasync'] as const).map(name => {
    const original = prototype[name]
    return vi.spyOn(prototype, name).mockImplementation(async function (this: typeof handle) {
      const path = readlinkSync(`/proc/self/fd/${this.fd}`)
      await original.call(this)
      onSync(path)
    })
  })
  return () => spies.forEach(spy => spy.mockRestore())
}
