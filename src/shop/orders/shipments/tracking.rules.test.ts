import { expect, test } from 'vitest'
import { type TrackedParcel, trackingUrl } from './tracking.rules.ts'

const parcel = (changes: Partial<TrackedParcel>): TrackedParcel => ({
  carrier: 'PostNL',
  code: '3SABC123',
  postalCode: '3512 AB',
  country: 'Nederland',
  ...changes,
})

test.each([
  [{ carrier: 'PostNL' }, 'https://jouw.postnl.nl/track-and-trace/3SABC123-NL-3512AB'],
  [
    { carrier: ' postnl', postalCode: '9000', country: 'België' },
    'https://jouw.postnl.nl/track-and-trace/3SABC123-BE-9000',
  ],
  [
    { carrier: 'bpost', postalCode: '9000', country: 'België' },
    'https://track.bpost.cloud/btr/web/#/search?itemCode=3SABC123&lang=nl&postalCode=9000',
  ],
  [{ carrier: 'DHL' }, 'https://my.dhlecommerce.nl/home/tracktrace/3SABC123'],
  [{ carrier: 'DPD' }, 'https://tracking.dpd.de/status/nl_NL/parcel/3SABC123'],
  [{ carrier: 'UPS' }, 'https://duckduckgo.com/?q=UPS%203SABC123'],
  [{ carrier: 'PostNL', country: 'Atlantis' }, 'https://duckduckgo.com/?q=PostNL%203SABC123'],
  [{ carrier: 'PostNL', postalCode: null }, 'https://duckduckgo.com/?q=PostNL%203SABC123'],
])('tracks %j at %s', (changes, url) => {
  expect(trackingUrl(parcel(changes))).toBe(url)
})

test.each(['PostNL', 'bpost', 'DHL', 'DPD', 'FedEx'])(
  'escapes a code, so that a link of %s cannot lead elsewhere',
  carrier => {
    const code = '../?a=b&postalCode=1#x y"<'
    const url = new URL(trackingUrl(parcel({ carrier, code })))
    const plain = new URL(trackingUrl(parcel({ carrier, code: 'x' })))
    expect(url.origin).toBe(plain.origin)
    expect(url.href).toContain(encodeURIComponent(code))
  },
)
