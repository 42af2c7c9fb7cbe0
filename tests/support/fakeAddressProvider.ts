import type { ServerResponse } from 'node:http'
import { openHttpServer } from './httpServer.ts'

export interface KnownAddress {
  postcode: string
  huisnummer: number
  straatnaam: string
  woonplaatsnaam: string
}

/** The parameters of version 3.1; a request with any other is refused. */
const parameters = new Set(['q', 'fq', 'fl', 'rows', 'start', 'sort', 'df', 'bq', 'lat', 'lon', 'wt'])

/** An answer that replaces the normal one. */
type FaultMode = 'well' | 'silent' | 'broken' | 'html' | 'other'

/**
 * The land registry's Locatieserver, as strict as the real one: it answers by similarity, best match first, and refuses unknown parameters.
 */
export async function openFakeAddressProvider(known: KnownAddress[]) {
  const asked: string[] = []
  const provider = {
    base: '',
    asked,
    mood: 'well' as FaultMode,
    close: () => server.close(),
  }
  const server = await openHttpServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://x')
    asked.push(searchParams.get('q') ?? '')
    if (provider.mood === 'silent') return
    if (provider.mood === 'broken') return answer(response, 503, 'text/plain', 'upstream')
    if (provider.mood === 'html') return answer(response, 200, 'text/html', '<html>')
    if (provider.mood === 'other')
      return json(response, 200, { response: { docs: [{ huisnummer: 'twaalf' }] } })
    const strange = [...searchParams.keys()].find(name => !parameters.has(name))
    if (incoming.method !== 'GET' || pathname !== '/free' || strange)
      return json(response, 400, { error: { msg: `unknown: ${strange ?? pathname}` } })
    json(response, 200, found(known, searchParams))
  })
  provider.base = server.url
  return provider
}

function found(known: KnownAddress[], search: URLSearchParams) {
  const [postcode = '', number = ''] = (search.get('q') ?? '').split(' ')
  const alike = known.filter(
    address => address.postcode === postcode && String(address.huisnummer).startsWith(number),
  )
  const fields = (search.get('fl') ?? '').split(',')
  const docs = alike
    .slice(0, Number(search.get('rows') ?? 10))
    .map(address => Object.fromEntries(Object.entries(address).filter(([name]) => fields.includes(name))))
  const isOfAddresses = search.getAll('fq').includes('type:adres')
  return { response: { numFound: alike.length, start: 0, docs: isOfAddresses ? docs : [] } }
}

const json = (response: ServerResponse, status: number, body: object) =>
  answer(response, status, 'application/json', JSON.stringify(body))

const answer = (response: ServerResponse, status: number, type: string, body: string): void =>
  void response.writeHead(status, { 'content-type': type }).end(body)
