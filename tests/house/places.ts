/** The kind of a file, derived from its path and name. */
export type Kind =
  | 'wire'
  | 'columns'
  | 'platform'
  | 'ui'
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
  | 'page'
  | 'router'
  | 'renderer'
  | 'main'
  | 'api'
  | 'mailer'
  | 'node'
  | 'server'
  | 'demo'
  | 'simulator'
  | 'test'
  | 'tool'

export interface Place {
  kind: Kind
  /** The slice, such as `shop/cart`, or the simulator, that it is part of. */
  part: string | null
}

/** The ladder: a file may import from its own district and from those before it. */
export const districts = [
  'wire',
  'platform',
  'ui',
  'people',
  'money',
  'live',
  'shop',
  'backoffice',
  'app',
] as const
export type District = (typeof districts)[number]

/** The districts that consist of slices. */
const sliced: ReadonlySet<string> = new Set(['people', 'money', 'live', 'shop', 'backoffice', 'app'])

/** Folders without slices: all files directly in one are of one kind. */
const folders: Record<string, Kind> = {
  'src/wire': 'wire',
  'src/platform': 'platform',
  'src/ui': 'ui',
  'src/app/pages': 'page',
  'src/app/demo': 'demo',
  'src/app/commands': 'server',
}

/** The files of `app/` that compose the slices, and the one of `platform/` with tables. */
const composers: Record<string, Kind> = {
  'src/app/api.ts': 'api',
  'src/app/logins.ts': 'api',
  'src/app/node.ts': 'node',
  'src/app/gateways.ts': 'node',
  // The payment effects by kind of purchase: values of services, which api.ts and node.ts pass on.
  'src/app/paymentEffects.ts': 'service',
  // The kinds of content that can be reported, in the same way.
  'src/app/contentKinds.ts': 'service',
  // The end of the sessions of a creator and the data that go when she leaves, in the same way.
  'src/app/creatorHooks.ts': 'service',
  // The data that goes from an account when its address is proven, in the same way.
  'src/app/firstProof.ts': 'service',
  // How an account closes whose address its reader never gave, in the same way.
  'src/app/unprovenAccount.ts': 'service',
  // The facts of creators and of their earnings that payouts need, in the same way.
  'src/app/payoutSources.ts': 'service',
  'src/app/jobs.ts': 'jobs',
  'src/app/contentDefinitions.ts': 'api',
  'src/app/peopleJobs.ts': 'node',
  'src/app/shopJobs.ts': 'node',
  'src/app/simulators.ts': 'node',
  'src/app/mailLinkTokens.ts': 'node',
  'src/app/mailStoredTexts.ts': 'node',
  'src/app/mailRenderer.ts': 'mailer',
  'src/app/server.ts': 'server',
  'src/app/runNode.ts': 'server',
  'src/app/serverProcess.ts': 'server',
  'src/app/main.tsx': 'main',
  'src/app/Document.tsx': 'page',
  'src/app/router.tsx': 'router',
  'src/app/adminPages.ts': 'router',
  'src/app/accountPages.ts': 'router',
  'src/app/contactPages.ts': 'router',
  'src/app/render.tsx': 'renderer',
  'src/platform/db/columns.ts': 'columns',
}

/** The file names allowed in a slice. A large layer is split by noun: `password.service.ts`. */
const layer = /^(?:[a-z][A-Za-z0-9]*\.)?(contract|rules|table|service|gateway|routes|jobs|mails|hooks)\.ts$/
const screen = /^[A-Z][A-Za-z0-9]*\.tsx$/
const test = /^[A-Za-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)*\.test\.tsx?$/
/** Of a slice with several providers of one kind, each has a folder in `providers/`. */
const noun = /^(?:providers\/)?[a-z][A-Za-z0-9]*$/

export const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file)

export function districtOf(file: string): District | null {
  const [top, district] = file.split('/')
  return top === 'src' ? (districts.find(each => each === district) ?? null) : null
}

/** The slice that a file is part of, such as `shop/cart`, or its room for admins, such as `shop/orders/admin`; or null. */
export function sliceOf(file: string): string | null {
  const [top, district = '', slice, ...rest] = file.split('/')
  if (top !== 'src' || !slice || rest.length === 0) return null
  if (!sliced.has(district) || `src/${district}/${slice}` in folders) return null
  return rest.length > 1 && rest[0] === ADMIN ? `${district}/${slice}/${ADMIN}` : `${district}/${slice}`
}

const ADMIN = 'admin'

/** Whether a slice is the room of another one for admins. */
export const isAdmin = (slice: string): boolean => slice.endsWith(`/${ADMIN}`)

/** The folder within its slice that a file is in, such as `engine` of `live/sessions`, or null. */
export function folderInSlice(file: string): string | null {
  const slice = sliceOf(file)
  return slice
    ? file
        .split('/')
        .slice(slice.split('/').length + 1, -1)
        .join('/') || null
    : null
}

/** The kind of the file; null when its folder does not allow its name. */
export function placeOf(file: string): Place | null {
  const composer = composers[file]
  if (composer) return { kind: composer, part: null }
  const [top = '', folder = '', ...rest] = file.split('/')
  if (top === 'simulators' && !isTest(file))
    return { kind: 'simulator', part: rest.length > 0 ? folder : null }
  if (top !== 'src') return { kind: top === 'tests' || isTest(file) ? 'test' : 'tool', part: null }
  const common = Object.keys(folders).find(path => file.startsWith(`${path}/`))
  if (common) return { kind: isTest(file) ? 'test' : (folders[common] as Kind), part: null }
  const slice = sliceOf(file)
  const within = folderInSlice(file)
  if (!slice) return folder === 'app' && isTest(file) ? { kind: 'test', part: null } : null
  if (within && !noun.test(within)) return null
  const kind = kindInSlice(file.split('/').at(-1) as string)
  return kind && { kind, part: slice }
}

function kindInSlice(name: string): Kind | null {
  if (test.test(name)) return 'test'
  if (screen.test(name)) return 'screen'
  return (layer.exec(name)?.[1] as Kind | undefined) ?? null
}
