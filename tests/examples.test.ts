import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
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

// As docs/operations.md reads the variables for a rehearsal; Node's parser stands for those of Docker and systemd, which take the same quotes.
it.each(['compose.env.example', '../.env.example'])('a shell reads %s as other programs do', file => {
  const text = read(file).replace(/^# ?(?=[A-Z0-9_]+=)/gm, '')
  const expected = parseEnv(text)
  expect(Object.keys(expected).length).toBeGreaterThan(10)
  expect(expected['MAIL_FROM']).toBe('Gloed <post@example.com>')
  const script = 'set -eua; eval "$1"; exec "$0" --print "JSON.stringify(process.env)"'
  const seen: unknown = JSON.parse(
    execFileSync('sh', ['-c', script, process.execPath, text], { env: {}, encoding: 'utf8' }),
  )
  expect(seen).toMatchObject(expected)
})

it('a deployment of many nodes counts them in one place, and fits the connections that PostgreSQL has', () => {
  const text = read('kubernetes/gloed.yaml')
  expect(text).not.toMatch(/^ +replicas:/m)
  const most = Number(/maxReplicas: (\d+)/.exec(text)?.[1])
  // A node more while they are replaced, a backup, and three connections that are the superuser's.
  expect((most + 1) * 23 + 1).toBeLessThanOrEqual(100 - 3)
})

it('nodes may reach every server that the highly available set has for them', () => {
  const [policy = ''] = all(/(kind: NetworkPolicy[\s\S]+?)^---$/gm, read('kubernetes/gloed.yaml'))
  const [addresses = ''] = all(
    /(# In gloed-secrets then:\n(?:#.*\n)+)/g,
    read('kubernetes/highly-available.yaml'),
  )
  const ports = all(/:(\d{4,5})\b/g, addresses)
  expect(new Set(ports)).toEqual(new Set(['6432', '5432', '26379']))
  expect(all(/port: (\d+)/g, policy)).toEqual(expect.arrayContaining(ports))
})

it('a shell reads every block of commands in docs/operations.md', () => {
  const blocks = all(/^```\n([\s\S]+?)^```$/gm, read('../docs/operations.md'))
  expect(blocks.length).toBeGreaterThan(8)
  for (const block of blocks) execFileSync('sh', ['-n'], { input: block })
})
