import { once } from 'node:events'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { addNode, createDebianRoot, runInRoot } from './cleanRoot.ts'

/** The result of a Dockerfile: a root, and how its programs are started. */
export interface Image {
  root: string
  env: Record<string, string>
  folder: string
  user: string
  healthCheck: string[]
  command: string[]
}

interface BuildContext {
  /** The folder that it copies from. */
  folder: string
  stages: Map<string, Image>
}

/**
 * Runs the steps of a Dockerfile one by one, each stage in a clean root in `workspace`. Knows the instructions that ours uses, and no more.
 * @param folder with the Dockerfile and all that it copies
 * @param say is called with each step before it runs
 * @throws Error with the output of a step that fails, or naming an unknown instruction
 */
export async function buildImage(
  folder: string,
  workspace: string,
  say: (step: string) => void,
): Promise<Image> {
  const context: BuildContext = { folder, stages: new Map() }
  let image: Image | undefined
  for (const { keyword, rest } of instructionsIn(await readFile(join(folder, 'Dockerfile'), 'utf8'))) {
    say(`${keyword} ${rest}`)
    if (keyword === 'FROM') {
      const [base = '', name = 'final'] = rest.split(/ as /i)
      image = await beginStage(base, join(workspace, name))
      context.stages.set(name, image)
    } else if (image) await apply(keyword, rest, image, context)
  }
  if (!image) throw new Error('the Dockerfile has no stage')
  return image
}

const instructionsIn = (dockerfile: string) =>
  dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .flatMap(line => {
      const [, keyword, rest] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
      return keyword && rest ? [{ keyword, rest }] : []
    })

async function beginStage(base: string, root: string): Promise<Image> {
  if (/^node:\d+-bookworm-slim$/.test(base)) {
    await createDebianRoot(root)
    await addNode(root)
  } else if (base === 'debian:bookworm-slim') await createDebianRoot(root)
  else throw new Error(`no clean root for ${base}`)
  return { root, env: {}, folder: '/', user: 'root', healthCheck: [], command: [] }
}

async function apply(keyword: string, rest: string, image: Image, context: BuildContext): Promise<void> {
  const [name = '', value = ''] = rest.split(/=(.*)/)
  switch (keyword) {
    case 'RUN':
      return runStep(image, rest)
    case 'COPY':
      return copy(rest, image, context)
    case 'ENV':
      image.env[name] = value
      return
    case 'WORKDIR':
      image.folder = rest
      await mkdir(join(image.root, rest), { recursive: true })
      return
    case 'USER':
      image.user = rest
      return
    case 'ENTRYPOINT':
    case 'CMD':
      image.command.push(...(JSON.parse(rest) as string[]))
      return
    case 'HEALTHCHECK':
      image.healthCheck = JSON.parse(rest.replace(/^.*CMD /, '')) as string[]
      return
    // They tell the program that runs the image something.
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return
    default:
      throw new Error(`${keyword} is not known`)
  }
}

async function runStep({ root, env, folder, user }: Image, line: string): Promise<void> {
  const child = runInRoot(root, ['/bin/sh', '-c', line], { env: { HOME: '/root', ...env }, folder, user })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (output += part))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`RUN ${line} ended with ${code}:\n${output.slice(-4000)}`)
}

async function copy(rest: string, image: Image, { folder, stages }: BuildContext): Promise<void> {
  const [, stage, names = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? []
  const source = stage === undefined ? folder : stages.get(stage)?.root
  if (source === undefined) throw new Error(`COPY: there is no stage ${stage}`)
  const places = names.split(' ')
  const target = places.pop() ?? ''
  const into = join(image.root, target.startsWith('/') ? target : join(image.folder, target))
  const sent = stage === undefined ? await sentToBuild(folder) : null
  for (const place of places) {
    if (sent && !sent.has(place)) throw new Error(`COPY: .dockerignore leaves out ${place}`)
    const isInto = target.endsWith('/')
    await cp(join(source, place), isInto ? join(into, basename(place)) : into, { recursive: true })
  }
}

/** The files that `.dockerignore` sends to a build: it leaves out all others. */
const sentToBuild = async (folder: string): Promise<Set<string>> => {
  const lines = (await readFile(join(folder, '.dockerignore'), 'utf8')).split('\n')
  return new Set(lines.filter(line => line.startsWith('!')).map(line => line.slice(1)))
}
