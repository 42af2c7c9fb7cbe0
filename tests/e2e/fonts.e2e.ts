import { desktopOnly, expect, test } from '../support/screen.ts'

const headings = [
  'Alles wat over is',
  'Je was uitgelogd',
  'Nog geen producten',
  'Bestelling bevestigd',
  'Berichten met de winkel',
  'Massageolie amber en vijg',
  'Minuten kopen',
  'Discreet bezorgd, zonder afzender op de doos',
]
const sentences = [
  'Je bestelling wordt discreet verpakt en binnen twee werkdagen verzonden.',
  'Log in om verder te gaan waar je was; wat je typte staat er nog.',
  'Je mag een bestelling binnen 14 dagen na ontvangst zonder opgave van redenen terugsturen.',
  'Een creator geeft de bediening van een speeltje uit handen, en kan die altijd stoppen.',
]

const fonts = [
  { font: 'Fraunces', weight: 360, texts: headings },
  { font: 'Instrument Sans', weight: 400, texts: sentences },
]

test('text in the fallback of a font takes as much room', desktopOnly, async ({ page }) => {
  await page.goto('/')
  for (const { font, weight, texts } of fonts) {
    const ratios = await page.evaluate(
      async ({ families, weight, texts }) => {
        const context = document.createElement('canvas').getContext('2d')
        if (!context) throw new Error('no canvas')
        const sizes: number[][] = []
        for (const family of families) {
          // Large, so that widths are not rounded to pixels.
          context.font = `${weight} 400px "${family}"`
          const [face] = await document.fonts.load(context.font).catch(() => [])
          if (face?.status !== 'loaded') return null
          const measured = texts.map(text => context.measureText(text))
          const width = measured.reduce((sum, each) => sum + each.width, 0)
          const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('')
          sizes.push([width, fontBoundingBoxAscent, fontBoundingBoxDescent])
        }
        return sizes[0]?.map((size, index) => size / Number(sizes[1]?.[index]))
      },
      { families: [`${font} Fallback`, `${font} Variable`], weight, texts },
    )
    test.skip(ratios === null, 'this machine has none of the fonts that the fallback is made of')
    for (const ratio of ratios ?? []) {
      expect.soft(ratio, font).toBeGreaterThan(0.985)
      expect.soft(ratio, font).toBeLessThan(1.015)
    }
  }
})
