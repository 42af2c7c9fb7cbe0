import { expect, it } from 'vitest'
import { redactLinks } from './rules.ts'

it.each([
  ['Klik op HTTPS://boos.test/a?b=1 en win', 'Klik op [link] en win'],
  ['Ga naar www.boos.test, of boos.nl/x.', 'Ga naar [link] of [link]'],
  ['boos.com', '[link]'],
  ['Het ging stuk.Ik wil het terug, a.u.b. vóór 3.12', 'Het ging stuk.Ik wil het terug, a.u.b. vóór 3.12'],
  ['Maat 2.5, bv. de roze (nr. 3)...', 'Maat 2.5, bv. de roze (nr. 3)...'],
])('removes links from mailed customer text: %s', (written, mailed) =>
  expect(redactLinks(written)).toBe(mailed),
)
