import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml, htmlToText } from './htmlText.rules.ts'

describe('HTML', () => {
  it.each([
    ['<p>Lang &eacute;n &ndash; zacht.</p>', 'Lang én – zacht.'],
    [
      '<p>Zacht &amp; <b>licht</b>.</p><ul><li>Zijde</li><li>Handwas</li></ul>',
      'Zacht & licht.\n\n• Zijde\n• Handwas',
    ],
    ['<p>Eén\n regel</p>\n<p>Twee<br/>drie</p>', 'Eén regel\n\nTwee\ndrie'],
    ['Eerste alinea\n\n<strong>Tweede</strong> alinea', 'Eerste alinea\n\nTweede alinea'],
    ['<style>p { color: red }</style><div class="x">Zacht</div><!-- verborgen -->', 'Zacht'],
    ['<script>alert(1)', ''],
    ['5 &lt; 6 &#8364; &#x2F;', '5 < 6 € /'],
    ['&lt;b&gt; blijft', '<b> blijft'],
    [
      'Ik <3 kaarsen & licht, a<b>c is geen tag? x &onbekend; y',
      'Ik <3 kaarsen & licht, ac is geen tag? x &onbekend; y',
    ],
    ['Ik <3 kaarsen & licht', 'Ik <3 kaarsen & licht'],
  ])('%j becomes text', (html, text) => expect(htmlToText(html)).toBe(text))

  it('in a text of our own survives an export', () => {
    const pieces = fc.constantFrom(
      '<p>',
      '</p>',
      '<',
      '>',
      '&',
      '&amp;',
      'amp;',
      'b',
      ' ',
      '\n',
      '<!--',
      '<script>',
      'é',
    )
    const texts = fc.array(pieces, { maxLength: 12 }).map(parts => parts.join(''))
    fc.assert(
      fc.property(texts, text => {
        expect(htmlToText(escapeHtml(text))).toBe(text)
      }),
    )
  })
})
