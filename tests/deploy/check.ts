import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { checkConfigurations, checkKubernetes, readers } from './configurations.ts'
import { checkImage } from './image.ts'
import { checkPointInTime } from './pointInTime.ts'

/**
 * `npm run test:deploy`: whether their programs can read the files for a deployment, and the image works. As root on Debian, whose packages
 * it installs; it needs a network, so that it is no part of `npm test`. `-- --files` is the part that needs neither, and takes seconds: the
 * files whose programs are installed.
 */

const packages = {
  ...Object.fromEntries(readers.map(({ name, program }) => [name, program])),
  mmdebstrap: '/usr/bin/mmdebstrap',
  pgbackrest: '/usr/bin/pgbackrest',
}

if (process.argv.includes('--files')) {
  const absent = readers.filter(({ program }) => !existsSync(program)).map(({ name }) => name)
  await checkConfigurations(readers.filter(({ name }) => !absent.includes(name)))
  if (absent.length > 0) console.log(`not installed, and their files are not checked: ${absent.join(', ')}`)
  process.exit()
}
if (process.getuid?.() !== 0) throw new Error('only root may make clean roots')
const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]))
if (missing.length > 0) {
  const options = ['--yes', '-qq', '--no-install-recommends', '--option', 'Dpkg::Use-Pty=0']
  execFileSync('apt-get', ['install', ...options, ...missing], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
await checkConfigurations([...readers, { check: checkKubernetes }])
await checkPointInTime()
await checkImage()
console.log('the deployment works')
