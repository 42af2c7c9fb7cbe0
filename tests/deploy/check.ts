import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { checkConfigurations } from './configurations.ts'
import { checkImage } from './image.ts'
import { checkPointInTime } from './pointInTime.ts'

/**
 * `npm run test:deploy`: whether the files for a deployment are what their programs read, and the image works. As root on Debian, whose
 * packages it installs; it needs a network, so that it is no part of `npm test`.
 */

const packages = {
  'docker-compose': '/usr/bin/docker-compose',
  caddy: '/usr/bin/caddy',
  haproxy: '/usr/sbin/haproxy',
  patroni: '/usr/bin/patroni',
  'redis-sentinel': '/usr/bin/redis-sentinel',
  systemd: '/usr/bin/systemd-analyze',
  mmdebstrap: '/usr/bin/mmdebstrap',
  pgbackrest: '/usr/bin/pgbackrest',
  prometheus: '/usr/bin/promtool',
}

if (process.getuid?.() !== 0) throw new Error('only root may make clean roots')
const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]))
if (missing.length > 0) {
  const options = ['--yes', '-qq', '--no-install-recommends', '--option', 'Dpkg::Use-Pty=0']
  execFileSync('apt-get', ['install', ...options, ...missing], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
await checkConfigurations()
await checkPointInTime()
await checkImage()
console.log('what is deployed works')
