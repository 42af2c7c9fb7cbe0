/** Forms of a body that are not the JSON that the endpoint expects. */
export const wireForms = [
  'truncated',
  'not JSON',
  'array',
  'null',
  'text',
  'no body',
  'duplicate keys',
  '__proto__',
  'constructor',
  'deep',
  'byte order mark',
  'large number',
  'NaN',
  'not UTF-8',
  'large',
  'as a form',
  'as a broken multipart form',
  'as text',
  'as CSV',
  'without a type',
  'type in capitals',
  'other character set',
  'unknown type',
] as const
export type WireForm = (typeof wireForms)[number]

interface Payload {
  type: string | null
  body: string | Buffer | null
}

const JSON_TYPE = 'application/json'
const json = (body: string | Buffer): Payload => ({ type: JSON_TYPE, body })

/** More than any endpoint reads of JSON. */
const LARGE = 300_000

/** @param sent the JSON that would be sent otherwise */
const payloads: Record<WireForm, (sent: string) => Payload> = {
  truncated: sent => json(sent.slice(0, -1)),
  'not JSON': sent => json(sent.replaceAll('"', "'")),
  array: sent => json(`[${sent}]`),
  null: () => json('null'),
  text: () => json('"tekst"'),
  'no body': () => json(''),
  'duplicate keys': sent => json(sent.replace(/^\{(.+)\}$/s, (_, inner: string) => `{${inner},${inner}}`)),
  __proto__: sent => json(sent.replace('{', '{"__proto__":{"role":"ADMIN"},').replace(',}', '}')),
  constructor: sent =>
    json(sent.replace('{', '{"constructor":{"prototype":{"role":"ADMIN"}},').replace(',}', '}')),
  deep: () => json(`${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`),
  'byte order mark': sent => json(`\ufeff${sent}`),
  'large number': sent => json(sent.replace(/:(-?\d+)/, `:1${'0'.repeat(400)}`)),
  NaN: sent => json(sent.replace(/:("[^"]*"|\d+|true|false|null)/, ':NaN')),
  'not UTF-8': sent => json(Buffer.concat([Buffer.from(sent), Buffer.from([0xc3, 0x28])])),
  large: () => json(JSON.stringify({ filler: 'x'.repeat(LARGE) })),
  'as a form': () => ({ type: 'application/x-www-form-urlencoded', body: 'a=1&a=2&__proto__=x&a[b]=c&%=%' }),
  'as a broken multipart form': () => ({
    type: 'multipart/form-data; boundary=grens',
    body: '--grens\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--gre',
  }),
  'as text': sent => ({ type: 'text/plain', body: sent }),
  'as CSV': () => ({ type: 'text/csv', body: 'a;b\n1;2' }),
  'without a type': sent => ({ type: null, body: sent }),
  'type in capitals': sent => ({ type: 'APPLICATION/JSON;charset=UTF-8', body: sent }),
  'other character set': sent => ({
    type: `${JSON_TYPE}; charset=utf-16`,
    body: Buffer.from(sent, 'utf16le'),
  }),
  'unknown type': sent => ({ type: 'x/y; a="', body: sent }),
}

export const payloadOf = (form: WireForm | null, sent: string): Payload =>
  form ? payloads[form](sent) : json(sent)
