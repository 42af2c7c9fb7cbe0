import { SIMULATED_SHOP_ID } from '../../simulators/verotel/contract.ts'
import { type Parameters, signatureOf } from '../../simulators/verotel/rules.ts'
import { rowOf, type Prepare, type PreparedEntry } from './prepare.ts'

/** Changes of a postback before it is signed: values and names that Verotel never sends, or may send one day. */
const twists: ((values: Parameters) => Parameters)[] = [
  values => values,
  values => ({ ...values, event: 'credit', parentID: '9000001' }),
  values => ({ ...values, event: 'chargeback', parentID: '9000001', priceAmount: '0.01' }),
  values => ({ ...values, event: 'rebill', acquirerReference: 'A-1' }),
  values => ({ ...values, event: 'x'.repeat(4000) }),
  values => ({ ...values, referenceID: 'x'.repeat(100) }),
  values => ({ ...values, referenceID: '\0' }),
  values => ({ ...values, saleID: "'; drop table payments; --" }),
  values => ({ ...values, transactionID: '\u202E\uFFFD🎁\r\n' }),
  values => ({ ...values, priceAmount: '99999999.99' }),
  values => ({ ...values, priceAmount: '999999999999.00' }),
  values => ({ ...values, priceAmount: '-1.00' }),
  values => ({ ...values, priceAmount: '1e3' }),
  values => ({ ...values, priceCurrency: 'eur' }),
  values => ({ ...values, paymentMethod: '%00' }),
  values => ({ ...values, shopID: '100002' }),
  values => ({ ...values, custom1: 'a:custom2=b' }),
  values => ({ ...values, 'custom[a][b]': 'c', 'custom[]': 'd' }),
  values => ({ ...values, ['__proto__']: 'x', constructor: 'x', toString: 'x' }),
  values => ({ ...values, provider: 'mollie', rawBody: 'id=tr_1' }),
  values => ({ ...values, '': 'x', a: '' }),
  values => Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'saleID')),
  values => ({
    ...values,
    ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x${at}`, 'x'])),
  }),
]

/** Changes of the query after it was signed; only the first leaves the signature right. */
const signings: ((query: URLSearchParams, values: Parameters) => string)[] = [
  query => query.toString(),
  query => without(query, 'signature').toString(),
  query => `${query}&saleID=2`,
  query => `${query}&signature=${query.get('signature')}`,
  query => `${query}&added=1`,
  query => `signature[]=x&${without(query, 'signature')}`,
  (query, values) => `${without(query, 'signature')}&signature=${signatureOf(values, 'sha1')}`,
  query => query.toString().replace(/signature=\w+/, each => each.toUpperCase()),
  query => `${without(query, 'signature')}&signature=${'0'.repeat(64)}`,
  query => `${without(query, 'signature')}&signature=${'é'.repeat(64)}`,
  query => query.toString().replace('priceAmount=', 'priceAmount=1'),
  query => `${query}&%C3%28=%&%E0%A4%A`,
]

function without(query: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete(name)
  return rest
}

/** A postback of Verotel about one of its payments, or about none of ours; every second one is signed right. */
const postback: Prepare = async (round, _, row) => {
  const found = `select provider_id as id, amount_cents as cents from payments where provider = 'verotel' order by id`
  const { id = 'not-ours', cents = '1000' } = row % 5 === 0 ? {} : await rowOf(round, found, row)
  const twist = twists[row % twists.length] as (typeof twists)[number]
  const values = twist({
    shopID: SIMULATED_SHOP_ID,
    saleID: '7000001',
    transactionID: String(9_000_000 + (row % 40)),
    referenceID: id,
    type: 'purchase',
    priceAmount: (Number(cents) / 100).toFixed(2),
    priceCurrency: 'EUR',
    paymentMethod: 'CC',
  })
  const query = new URLSearchParams({ ...values, signature: signatureOf(values) })
  const signing = row % 2 === 0 ? signings[0] : signings[Math.floor(row / 2) % signings.length]
  return { fields: { provider: 'verotel' }, query: signing?.(query, values) ?? '' }
}

/** The event of Mollie about a payment: its id alone. */
const paymentEvent: Prepare = async (round, _, row) => {
  const { id = '' } = await rowOf(
    round,
    "select provider_id as id from payments where provider = 'mollie' and provider_id is not null order by id",
    row,
  )
  return { fields: { provider: 'mollie' }, body: { id } }
}

export const preparedWebhooks: PreparedEntry[] = [
  [/GET \/api\/webhooks\/\{provider\}/, 'provider', postback],
  [/POST \/api\/webhooks\/\{provider\}/, 'provider', paymentEvent],
]

/** Whether a query could be of Verotel: each name once, and the right signature of all others. */
export function isSignedPostback(path: string): boolean {
  const query = new URL(path, 'http://shop').searchParams
  const { signature, ...values } = Object.fromEntries(query)
  return query.size === Object.keys(values).length + 1 && signature === signatureOf(values)
}
