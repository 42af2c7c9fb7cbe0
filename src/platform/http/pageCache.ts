import { createHash } from 'node:crypto'
import { hasSecretPath } from './securityHeaders.ts'
import { type CompressedText, compressText, type Encoding, zipText } from './compression.ts'
import type { ApiResponse, PageRequest, RenderPage, RenderResult } from '../../wire/ssr.ts'

/** Maximum size of a node's cache of pages, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_URL_LENGTH = 200

/** Nobody else asks for a long URL, or for one with the token of a mail or a stop link, which is not to be kept in memory. */
const isShared = (url: string): boolean =>
  url.length <= MAX_URL_LENGTH && !/[?&]token=/.test(url) && !hasSecretPath(url)

type HtmlPage = Extract<RenderResult, { html: Buffer }>

/** A page of a visitor: its scripts have no nonce, which would be the same for everyone who gets it. */
interface VisitorPage extends HtmlPage {
  /** The hashes of its inline scripts for the Content-Security-Policy. */
  scriptHashes: string[]
}

/** The same, as it is kept and sent. */
interface StoredPage extends Omit<VisitorPage, 'html'> {
  compressed: CompressedText
}

interface Entry {
  page: StoredPage
  /** The path of each API call of the page → the name of its answer. */
  reads: Map<string, string>
  /** The size without its page, in bytes. */
  ownBytes: number
  /** The size as it is counted in the sum of all. */
  countedBytes: number
}

const sizeOf = ({ page: { compressed }, ownBytes }: Entry): number =>
  ownBytes + compressed.brotli.length + (compressed.gzip?.length ?? 0)

/**
 * Keeps the pages of visitors without a session. Before a page is sent again, the API calls that it was made from are repeated: it is sent
 * only while every answer is the same, so it is never older than the answers themselves.
 * @param render renders a page; it must depend on nothing but the request
 */
export function createPageCache(
  render: RenderPage,
  maxBytes = MAX_BYTES,
): (
  request: PageRequest,
  /** The encoding that the client accepts: the page is kept in that encoding too. */
  encoding?: Encoding,
) => Promise<RenderResult | VisitorPage | StoredPage> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  const forget = (key: string) => {
    bytes -= entries.get(key)?.countedBytes ?? 0
    entries.delete(key)
  }
  /** As the most recently used one, which is the last to go. */
  const store = (key: string, entry: Entry) => {
    forget(key)
    entry.countedBytes = sizeOf(entry)
    entries.set(key, entry)
    bytes += entry.countedBytes
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break
      forget(oldest)
    }
  }
  return async (request, encoding) => {
    if (!isShared(request.url)) return render(request)
    const key = keyOf(request)
    const kept = entries.get(key)
    const made = kept && (await isCurrent(kept, request)) ? kept : await makeEntry(render, request, key)
    if (!('reads' in made)) return made
    const { compressed } = made.page
    if (encoding === 'gzip') compressed.gzip ??= await zipText(compressed)
    store(key, made)
    return made.page
  }
}

/** A page to keep, or one that is not kept. */
async function makeEntry(
  render: RenderPage,
  request: PageRequest,
  key: string,
): Promise<Entry | RenderResult | VisitorPage> {
  const reads = new Map<string, string>()
  const page = await render({ ...request, nonce: undefined, transport: recording(request, reads) })
  if (!('html' in page)) return page
  const visitorPage = { ...page, scriptHashes: scriptHashesOf(page.html.toString()) }
  if (page.status !== 200) return visitorPage
  const { html, ...rest } = visitorPage
  const ownBytes = [key, ...rest.scriptHashes, ...[...reads].flat()].join('').length
  return { page: { ...rest, compressed: await compressText(html) }, reads, ownBytes, countedBytes: 0 }
}

const keyOf = ({ url, cookies, isSearchEngine, shop }: PageRequest): string =>
  digest(JSON.stringify([url, cookies, isSearchEngine, shop]))

async function isCurrent({ reads }: Entry, { transport }: PageRequest): Promise<boolean> {
  const same = await Promise.all(
    Array.from(reads, async ([path, name]) => (await nameOf(await transport(path, get))) === name),
  )
  return same.every(Boolean)
}

const get: RequestInit = { method: 'GET', headers: { accept: 'application/json' } }

const recording =
  ({ transport }: PageRequest, reads: Map<string, string>): PageRequest['transport'] =>
  async (path, init) => {
    const response = await transport(path, init)
    reads.set(path, await nameOf(response))
    return response
  }

/** The difference between two answers of the same call. */
const nameOf = async (response: ApiResponse): Promise<string> =>
  response.etag ?? digest(`${response.status} ${await response.text()}`)

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs

function scriptHashesOf(html: string): string[] {
  const scripts = [...html.matchAll(inlineScript)].map(([, code = '']) => code)
  return [...new Set(scripts)].map(digest)
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')
