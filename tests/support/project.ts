import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const bin = join(import.meta.dirname, '../../bin')

/** A small project in a temporary folder, with our launchers and the given files. Its packages are installed already. */
export async function openProject(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-project-'))
  const children: ChildProcess[] = []
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  await cp(bin, join(folder, 'bin'), { recursive: true })
  const installed = { 'package.json': '{"type":"module"}', ...packageLocks('1.0.0'), 'src/app/main.tsx': '' }
  for (const [file, text] of Object.entries({ ...installed, ...files })) await write(file, text)

  return {
    folder,
    write,
    /** Starts a command in it, under a shell when `shell` is set, as npm would. */
    start(args: string[], options: { env?: NodeJS.ProcessEnv; shell?: boolean } = {}) {
      const env = { ...process.env, ...options.env }
      // `; exit` prevents the shell from replacing itself with its only command.
      const line = ['-c', `"${process.execPath}" ${args.join(' ')}; exit $?`]
      const child = spawn(options.shell ? 'sh' : process.execPath, options.shell ? line : args, {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output += text))
      }
      const ended = once(child, 'close').then(() => child.exitCode)
      return { child, output: () => output, ended }
    },
    async close() {
      for (const child of children) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A lock file with one package, and npm's record of an installation. */
export const packageLocks = (asked: string, installed = asked) => ({
  'package-lock.json': JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: asked } } }),
  'node_modules/.package-lock.json': JSON.stringify({
    packages: { 'node_modules/a': { version: installed } },
  }),
})
