#!/usr/bin/env node
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { prepareBuild } from './built-program.js'
import { CommandFailure, runCommand } from './command.js'
import { isDevelopmentFile } from './development-files.js'
import { dataPackages, externalPackages } from './external-packages.js'
import { inRoot } from './paths.js'
import { nodeFlags, nodeVariables } from './server-process.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'

/** Read at run time. */
const knownPasswords = 'src/people/accounts/passwords/knownPasswords.bin'

/**
 * `npm run release -- FOLDER`: the build with everything that running it needs, Node included, in a new folder that can be copied to a
 * server of the same platform. `FOLDER/bin/gloed` starts the server, `FOLDER/bin/gloed admin` a command.
 */
await runCommand(async () => {
  stopWhenOrphaned()
  const [given] = process.argv.slice(2)
  if (!given) throw new CommandFailure('name the folder: npm run release -- FOLDER')
  const folder = resolve(given)
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CommandFailure(`${given} is not empty.`)
  const { node, build } = await prepareBuild()
  // Another would not be the one that the tests ran with.
  if (!node.startsWith(inRoot('node_modules')))
    throw new CommandFailure('the Node of package.json does not run here; on Debian it needs libatomic1.')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  cpSync(node, join(folder, 'bin', basename(node)))
  writeFileSync(join(folder, 'bin/gloed'), launcher(basename(node)), { mode: 0o755 })
  writeFileSync(join(folder, 'package.json'), packageFile())
  for (const part of ['client', 'server'])
    cpSync(join(build, part), join(folder, 'build', part), { recursive: true })
  copyMigrations(folder)
  cpSync(inRoot(knownPasswords), join(folder, knownPasswords))
  for (const place of packagePlaces()) copyPackage(place, folder)
  console.log(folder)
  return 0
})

/** By `package.json`, a program finds the folder that it belongs to. */
function packageFile() {
  const { name, version, license, type } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  return `${JSON.stringify({ name, version, license, type, private: true }, null, 2)}\n`
}

/** @param {string} node */
function launcher(node) {
  const variables = Object.entries(nodeVariables).map(
    ([name, value]) => `export ${name}="\${${name}:-${value}}"`,
  )
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
name=\${1:-server}
[ $# -gt 0 ] && shift
export BUILD_DIR="$here/../build"
${variables.join('\n')}
if [ ! -f "$BUILD_DIR/server/$name.cjs" ]; then
  echo "gloed: no command $name" >&2
  exit 2
fi
exec "$here/${node}" ${nodeFlags.join(' ')} "$BUILD_DIR/server/$name.cjs" "$@"
`
}

/** Without the descriptions of the tables that later migrations are made from. @param {string} folder */
function copyMigrations(folder) {
  const isRead = (/** @type {string} */ name) => name.endsWith('.sql') || name.endsWith('_journal.json')
  for (const name of readdirSync(inRoot('migrations'), { recursive: true }).map(String).filter(isRead))
    cpSync(inRoot('migrations', name), join(folder, 'migrations', name))
}

/** Where the packages that a build reads are, and those that they need: paths as in the lock file. @returns {Set<string>} */
function packagePlaces() {
  /** @type {Set<string>} */
  const places = new Set()
  const add = (/** @type {string} */ place) => {
    if (places.has(place)) return
    places.add(place)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(inRoot(place, 'package.json'), 'utf8'),
    )
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = resolvePackage(name, place)
      if (found) add(found)
      else if (!(name in optionalDependencies))
        throw new CommandFailure(`${name}, which ${place} needs, is not installed.`)
    }
  }
  for (const name of [...externalPackages, ...dataPackages]) add(`node_modules/${name}`)
  return places
}

/** As Node resolves it: beside the packages of `place` itself, else further up. @param {string} name @param {string} place */
function resolvePackage(name, place) {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const candidate = at ? `${at}/node_modules/${name}` : `node_modules/${name}`
    if (existsSync(inRoot(candidate, 'package.json'))) return candidate
    if (at === '') return null
  }
}

/** @param {string} place @param {string} folder */
function copyPackage(place, folder) {
  const own = inRoot(place)
  cpSync(own, join(folder, place), {
    recursive: true,
    filter: from => {
      const path = from.slice(own.length + 1)
      return !isDevelopmentFile(`${basename(place)}/${path}`) && !/(^|[\\/])node_modules($|[\\/])/.test(path)
    },
  })
}
