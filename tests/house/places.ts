/** What a file is, told by where it stands and what it is called. */
export type Kind =
  | 'wire'
  | 'columns'
  | 'platform'
  | 'contract'
  | 'rules'
  | 'table'
  | 'service'
  | 'gateway'
  | 'routes'
  | 'jobs'
  | 'mails'
  | 'hooks'
  | 'screen'
  | 'web'
  | 'router'
  | 'renderer'
  | 'page'
  | 'main'
  | 'app'
  | 'node'
  | 'mailer'
  | 'server'
  | 'demo'
  | 'simulator'
  | 'test'
  | 'tool'

export interface Place {
  kind: Kind
  /** The slice, or the simulator, that it is part of. */
  part: string | null
}

/** The folders of `src` that are no slice. */
const roots: Record<string, Kind> = {
  wire: 'wire',
  platform: 'platform',
  web: 'web',
  pages: 'page',
  demo: 'demo',
}

/** The files that compose: each may know everything of its side. */
const composers: Record<string, Kind> = {
  'src/app.ts': 'app',
  'src/node.ts': 'node',
  'src/mails.ts': 'mailer',
  'src/server.ts': 'server',
  'src/check-books.ts': 'server',
  'src/main.tsx': 'main',
  'src/web/router.tsx': 'router',
  'src/web/admin.pages.ts': 'router',
  'src/web/render.tsx': 'renderer',
  'src/platform/columns.ts': 'columns',
}

/** The closed vocabulary of a slice. A layer that grows splits by noun: `password.service.ts`. */
const layer = /^(?:[a-z][A-Za-z0-9]*\.)?(contract|rules|table|service|gateway|routes|jobs|mails|hooks)\.ts$/
const screen = /^[A-Z][A-Za-z0-9]*\.tsx$/
const test = /^[A-Za-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)*\.test\.tsx?$/

export const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file)

/** The slice that a path stands in, or null. */
export function sliceOf(file: string): string | null {
  const [top, folder, name] = file.split('/')
  return top === 'src' && folder && name && !(folder in roots) ? folder : null
}

/** What the file is; null when its name is none that its place knows. */
export function placeOf(file: string): Place | null {
  const composer = composers[file]
  if (composer) return { kind: composer, part: null }
  const [top = '', folder = '', ...rest] = file.split('/')
  if (top === 'simulators' && !isTest(file))
    return { kind: 'simulator', part: rest.length > 0 ? folder : null }
  if (top !== 'src') return { kind: top === 'tests' || isTest(file) ? 'test' : 'tool', part: null }
  if (rest.length === 0) return null
  const root = roots[folder]
  if (root) return { kind: isTest(file) ? 'test' : root, part: null }
  const kind = rest.length === 1 ? kindInSlice(rest[0] as string) : null
  return kind && { kind, part: folder }
}

function kindInSlice(name: string): Kind | null {
  if (test.test(name)) return 'test'
  if (screen.test(name)) return 'screen'
  return (layer.exec(name)?.[1] as Kind | undefined) ?? null
}
