import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../deploy', file), 'utf8')
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = '']) => found)

// PostgreSQL's image declares /var/lib/postgresql/data a volume, which covers that folder of another one, and goes with its container.
it('members of Patroni keep their data in the volume that the examples mount', () => {
  const [data = ''] = all(/^ {2}data_dir: (\S+)$/gm, read('highly-available/patroni.yaml'))
  const mounts = [
    ...all(/^ +- database-\d:(\S+)$/gm, read('highly-available/compose.yaml')),
    ...all(/name: data, mountPath: (\/var\/lib\/postgresql\S*) /g, read('kubernetes/highly-available.yaml')),
  ]
  expect(mounts).toHaveLength(4)
  for (const mount of mounts) expect(data.startsWith(`${mount}/`)).toBe(true)
  expect(`${data}/`).not.toMatch(/^\/var\/lib\/postgresql\/data\//)
})

it.each(['../compose.yaml', 'highly-available/compose.yaml', 'kubernetes/gloed.yaml', 'kamal.yml'])(
  'nodes of %s tell how old the newest backup is',
  file => {
    expect(read(file)).toMatch(/^ +BACKUP_DIR: \/backups$/m)
    expect(read(file)).toMatch(/gloed backup|\[backup\]/)
  },
)
