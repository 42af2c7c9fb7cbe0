import { basename, dirname } from 'node:path'
import {
  districtOf,
  districts,
  folderInSlice,
  isAdmin,
  isTest,
  placeOf,
  sliceOf,
  type Place,
} from './places.ts'
import {
  alsoAllowed,
  belongs,
  emptyNames,
  entrances,
  FILES_BEFORE_FOLDERS,
  FILES_IN_FOLDER,
  LONGEST_FILE,
  mayUsePackage,
  rules,
} from './rules.ts'
import { circlesOf } from './importGraph.ts'
import { readSource, type Import, type Source } from './source.ts'

/** A sentence with the breach, the file, and where the code belongs instead. */
export type Breach = string

/** Checks files (path from the project's folder → text) against the rules of the house. */
export function inspect(files: ReadonlyMap<string, string>): Breach[] {
  const sources = [...files].map(([file, text]) => readSource(file, text))
  const names = [...files.keys()]
  return [
    ...sources.flatMap(inspectFile),
    ...needlessFolders(names),
    ...fullFolders(names),
    ...sharedNames(names),
    ...circles(sources),
    ...fileCircles(sources),
  ]
}

function inspectFile(source: Source): Breach[] {
  const { file } = source
  const place = placeOf(file)
  const breaches = nameBreaches(file)
  if (source.isBarrel)
    breaches.push(`${file}: only passes on other files’ exports; import from where things are`)
  if (source.lines > LONGEST_FILE) {
    breaches.push(
      `${file}: ${source.lines} lines, and ${LONGEST_FILE} is the most; split it by noun, never by layer`,
    )
  }
  for (const { column, line } of source.outerColumns)
    breaches.push(
      `${file}:${line}: a subquery may take ${column} for a column of its own; write qualified(${column})`,
    )
  for (const line of source.unionsAllOfIn)
    breaches.push(`${file}:${line}: a lock may lose rows by \`in (… union all …)\`; write \`union\``)
  if (!place) {
    breaches.push(strangerBreach(file))
    return breaches
  }
  return [...breaches, ...source.imports.flatMap(each => importBreach(file, place, each) ?? [])]
}

function nameBreaches(file: string): Breach[] {
  const name = basename(file)
  if (/^index\.tsx?$/.test(name)) return [`${file}: no barrels; import from where things are`]
  const words = file
    .replace(/\.(tsx?|js)$/, '')
    .split(/[/.-]|(?=[A-Z])/)
    .map(word => word.toLowerCase())
  const empty = words.find(word => emptyNames.includes(word))
  return empty ? [`${file}: “${empty}” says nothing; name it after what is inside`] : []
}

function strangerBreach(file: string): Breach {
  if (!districtOf(file)) return `${file}: src holds districts and nothing else: ${districts.join(', ')}`
  if (!sliceOf(file))
    return `${file}: a district holds slices; only app/ has files of its own, which tests/house/places.ts lists`
  if (folderInSlice(file)?.includes('/')) return `${file}: a folder in a slice has no folders`
  return (
    `${file}: no name of a file in a slice, which has contract, rules, table, service, gateway, routes, jobs, mails and hooks (.ts), ` +
    'screens (Name.tsx) and tests; a layer that grows is split by noun (noun.service.ts)'
  )
}

/** A folder that no longer fits on a screen gets folders by noun. */
function fullFolders(files: string[]): Breach[] {
  const folders = Map.groupBy(
    files.filter(file => file.startsWith('src/') && !isTest(file)),
    file => dirname(file),
  )
  return [...folders]
    .filter(([, { length }]) => length > FILES_IN_FOLDER)
    .map(
      ([folder, { length }]) =>
        `${folder}: ${length} files, and ${FILES_IN_FOLDER} is the most; give it folders by noun`,
    )
}

/** A subject has one slice, whose room for admins is its `admin/`. */
function sharedNames(files: string[]): Breach[] {
  const slices = new Set(files.map(sliceOf).filter(slice => slice !== null && !isAdmin(slice)))
  const names = Map.groupBy(slices, slice => slice?.split('/')[1])
  return [...names]
    .filter(([, same]) => same.length > 1)
    .map(
      ([, same]) =>
        `${same.join(' and ')}: no two slices share a name; what admins alone use of one stands in its admin/`,
    )
}

/** Only a large slice may have folders; a provider is one in every slice. */
function needlessFolders(files: string[]): Breach[] {
  const sizes = new Map<string, number>()
  for (const file of files) {
    const slice = sliceOf(file)
    if (slice && !isTest(file)) sizes.set(slice, (sizes.get(slice) ?? 0) + 1)
  }
  return files
    .filter(
      file =>
        folderInSlice(file) &&
        !/^providers\b/.test(folderInSlice(file) ?? '') &&
        (sizes.get(sliceOf(file) as string) ?? 0) <= FILES_BEFORE_FOLDERS,
    )
    .map(file => `${file}: a slice of at most ${FILES_BEFORE_FOLDERS} files has no folders`)
}

function importBreach(file: string, place: Place, found: Import): Breach | null {
  const { target, isOurs, isType, line } = found
  if (!isOurs) {
    if (mayUsePackage(place.kind, target)) return null
    return `${file}:${line}: ${place.kind} may not use ${target}; ${packageAdvice(place)}`
  }
  const other = placeOf(target)
  if (!other) return null // Reported at that file itself, and by the compiler when it does not exist.
  const { mayImport, mayNameTypesOf = [] } = rules[place.kind]
  const isAllowed =
    isSibling(place, other) ||
    mayImport.includes(other.kind) ||
    (isType && mayNameTypesOf.includes(other.kind)) ||
    alsoAllowed[place.kind]?.includes(target)
  if (!isAllowed) {
    return `${file}:${line}: ${place.kind} may not import ${other.kind} (${target}); ${belongs[other.kind]}`
  }
  if (place.kind === 'routes' && other.kind === 'contract' && other.part !== place.part && mayMount(found)) {
    return `${file}:${line}: a slice mounts its own endpoints and nobody else's (${target}); mount it in ${other.part}/routes.ts`
  }
  return place.kind === 'test'
    ? null
    : (ladderBreach(file, target, line) ??
        adminBreach(file, target, line) ??
        entranceBreach(file, target, line))
}

/** Checks that only rooms for admins, the back office and the composition import from a room for admins. */
function adminBreach(file: string, target: string, line: number): Breach | null {
  const isInside = (each: string) => isAdmin(sliceOf(each) ?? '')
  const mayEnter = isInside(file) || ['backoffice', 'app'].includes(districtOf(file) ?? '')
  if (mayEnter || !isInside(target)) return null
  return `${file}:${line}: admin/ holds what admins alone use (${target}); what others use too belongs beside it`
}

/** Checks that a folder with an entrance is not entered elsewhere. */
function entranceBreach(file: string, target: string, line: number): Breach | null {
  const folder = Object.keys(entrances).find(each => target.startsWith(each) && !file.startsWith(each))
  if (!folder || target === entrances[folder]) return null
  return `${file}:${line}: ${folder} is reached through ${entrances[folder]} only (${target})`
}

/** Whether an import may take endpoints from a contract; types and constants in capitals are not endpoints. */
const mayMount = ({ isType, names }: Import): boolean =>
  !isType && !names?.every(name => /^[A-Z][A-Z0-9_]*$/.test(name))

/** Checks that imports go up the ladder of districts, those of types as well. */
function ladderBreach(file: string, target: string, line: number): Breach | null {
  const from = districtOf(file)
  const to = districtOf(target)
  if (!from || !to) return null
  const isOtherSide = from === 'ui' && to === 'platform'
  if (districts.indexOf(to) <= districts.indexOf(from) && !isOtherSide) return null
  return (
    `${file}:${line}: ${from} may not import ${to} (${target}); imports go up the ladder ${districts.join(', ')}: ` +
    'what both need belongs in the lower district, what joins them in app/'
  )
}

/** Whether both are in the same layer of the same slice, split by noun; a simulator also has files that all its layers share. */
const isSibling = (one: Place, other: Place): boolean =>
  one.kind === other.kind &&
  one.kind !== 'routes' &&
  (one.part === other.part || one.part === null || other.part === null)

const packageAdvice = ({ kind }: Place): string => {
  const { packages } = rules[kind]
  if (packages === 'browser') return 'that runs only on the server: call an endpoint'
  if (packages === 'server')
    return 'that runs only in the browser: what renders comes out of src/app/render.tsx'
  return 'it must run on both sides, alone: hand it what it needs as an argument, from service.ts or a screen'
}

/** Reports each cycle among the imports of slices, types included. */
function circles(sources: Source[]): Breach[] {
  const steps = new Map<string, Map<string, string>>()
  for (const { file, imports } of sources) {
    const from = sliceOf(file)
    if (!from || isTest(file)) continue
    for (const { target, line } of imports.filter(each => each.isOurs)) {
      const to = sliceOf(target)
      if (!to || to === from) continue
      const known = steps.get(from) ?? new Map<string, string>()
      steps.set(from, known.has(to) ? known : known.set(to, `${file}:${line}`))
    }
  }
  const found = [...steps.keys()].map(slice => wayBack(slice, steps)).filter(way => way !== null)
  // A cycle is found from each of its slices; it is reported once, from the first of them.
  return found
    .filter(way => way.every(slice => slice >= (way[0] as string)))
    .map(way => {
      const hops = way.map(
        (slice, index) =>
          `${slice} → ${way[index + 1] ?? way[0]} (${steps.get(slice)?.get(way[index + 1] ?? (way[0] as string))})`,
      )
      return `slices in a circle: ${hops.join(', ')}; what both need belongs in the lower one, what joins them in app/`
    })
}

/** Reports each circle among the imports of files of `src`, types included. */
function fileCircles(sources: Source[]): Breach[] {
  const graph = new Map(
    sources
      .filter(({ file }) => file.startsWith('src/') && !isTest(file))
      .map(({ file, imports }) => [file, imports.filter(({ isOurs }) => isOurs).map(({ target }) => target)]),
  )
  return circlesOf(graph).map(
    circle =>
      `files in a circle: ${circle.join(', ')}; the part that they share belongs in a file that imports none of them`,
  )
}

/** The shortest import path from a slice back to itself, or null. */
function wayBack(start: string, steps: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] | null {
  const queue: string[][] = [[start]]
  const seen = new Set<string>()
  for (let way = queue.shift(); way; way = queue.shift()) {
    for (const next of steps.get(way.at(-1) as string)?.keys() ?? []) {
      if (next === start) return way
      if (!seen.has(next)) queue.push([...way, next])
      seen.add(next)
    }
  }
  return null
}
