import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { indexCategoryIds, indexOperatorIds, operatorReferences, parseCents } from './csvCells.rules.ts'
import { escapeFormula, findMissingCells, parseCsvLine, unescapeFormula } from './csv.rules.ts'
import { parseCsvHeader, type CsvHeader } from './csvHeadings.rules.ts'

const awkward = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '＝', 'a', '"', ';', '2', 'E'),
})

describe('spreadsheet formulas', () => {
  test('never start a cell, and read back unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(awkward, fc.string()), text => {
        expect([
          /^[=+\-@＝＋－＠\t\r\n]/.test(escapeFormula(text)),
          unescapeFormula(escapeFormula(text)),
        ]).toEqual([false, text])
      }),
    )
  })

  it.each([
    ['=HYPERLINK("x")', `'=HYPERLINK("x")`],
    ["'=1", "''=1"],
    ["'s Nachts", "'s Nachts"],
    ['Kaars', 'Kaars'],
    ['24E+8', "'24E+8"],
    ["'24E8", "''24E8"],
    ['24E+8-S', '24E+8-S'],
  ])('writes %s as %s', (text, cell) => expect(escapeFormula(text)).toBe(cell))
})

describe('amounts', () => {
  it.each([
    ['14,95', 1495],
    ['14.95', 1495],
    ['€ 14,9', 1490],
    ['14', 1400],
    ['1.495,00', 149_500],
    ['1,495.00', 149_500],
    ['12.345.678', 1_234_567_800],
    ['0', 0],
  ])('reads %s as %i cents', (text, cents) => expect(parseCents(text)).toBe(cents))

  it.each(['', 'gratis', '-1', '1,234', '1.234', '14,955', '1.2,3', '1e3'])('refuses %o as an amount', text =>
    expect(parseCents(text)).toBeTypeOf('string'),
  )
})

describe('the header row', () => {
  it.each([
    [['Naam', 'Prijs'], /SKU ontbreekt/],
    [['SKU', 'Prijs', 'prijs'], /Prijs staat er twee keer/],
    [['SKU', 'Kleur'], /geen kolom die we kennen/],
  ])('refuses %o', (cells, reason) => expect(parseCsvHeader(cells)).toMatch(reason))

  it('is read in either language and any case, and unknown columns are reported', () => {
    expect(parseCsvHeader([' sku ', 'PRIJS', 'shippingCost', 'Hygienezegel', 'Kleur', ''])).toEqual({
      columns: ['sku', 'price', 'shippingCost', 'hygieneSealed', null, null],
      titles: ['sku', 'PRIJS', 'shippingCost', 'Hygienezegel', 'Kleur', ''],
      factors: {},
      ignored: ['Kleur'],
    })
  })

  it.each([
    ['Gewicht (kg)', { weight: 1000 }],
    ['Weight_kg', { weight: 1000 }],
    ['Gewicht in gram', { weight: 1 }],
    ['weight [lbs]', { weight: 453.592_37 }],
    ['Lengte (mm)', { length: 0.1 }],
    ['widthInches', { width: 2.54 }],
    ['Hoogte in m', { height: 100 }],
    ['Hoogte in', { height: 2.54 }],
    ['Inhoud in liter', { contentMl: 1000 }],
    ['Inhoud (kg)', { contentGrams: 1000 }],
  ])('reads the unit of %s', (title, factors) => {
    expect(parseCsvHeader(['SKU', title])).toMatchObject({ factors })
  })

  it.each([
    ['Gewicht (st)', /Gewicht \(st\) heeft een eenheid die we niet kennen\. Gebruik g, kg, lbs of oz\./],
    ['Lengte (")', /mm, cm, m of in/],
    ['Prijs (excl. btw)', /excl\. btw.*inclusief btw/],
    ['Prijs (USD)', /USD/],
    ['Inkoopprijs (incl. btw)', /exclusief btw/],
    ['Voorraad (dozen)', /aantal stuks/],
    ['Published on POS', /kolom Published on POS .*te koop staat.*Actief/],
    ['Published At', /Published At/],
    ['Beschikbaar vanaf', /Beschikbaar vanaf/],
    ['Beschikbaarheid', /Beschikbaarheid/],
    ['visible_from', /visible_from/],
    ['Zichtbaar voor groep', /Zichtbaar voor groep/],
    ['Hide from search', /Hide from search/],
    ['Verkoopstatus', /Verkoopstatus/],
  ])('refuses %s, which would be read as something else', (title, reason) => {
    expect(parseCsvHeader(['SKU', title])).toMatch(reason)
  })

  it.each([
    'Prijs (€)',
    'Prijs (EUR, incl. btw)',
    'Inkoopprijs (excl. btw)',
    'Voorraad (stuks)',
    'Naam (verplicht)',
  ])('reads %s', title => expect(parseCsvHeader(['SKU', title])).toMatchObject({ ignored: [] }))

  it.each([
    'Tax status',
    'Stock status',
    'Orderstatus',
    'Attribute 1 visible',
    'Beschikbare voorraad',
    'Online prijs',
    'Publisher',
    'Interactief',
    'Actieve ingrediënten',
    'Verkoopeenheid',
    'Prijs per eenheid',
    'Units in stock',
  ])('ignores %s, which names no product on sale and no measure', title =>
    expect(parseCsvHeader(['SKU', 'Naam', 'Gewicht', title])).toMatchObject({ ignored: [title] }),
  )

  it('refuses a column of units that could belong to the weight and to the sizes', () => {
    expect(parseCsvHeader(['SKU', 'Gewicht', 'Lengte', 'Eenheid'])).toMatch(
      /kolom Eenheid bij het gewicht of bij de maten hoort/,
    )
    expect(parseCsvHeader(['SKU', 'Gewicht (kg)', 'Lengte (mm)', 'Eenheid'])).toMatchObject({
      ignored: ['Eenheid'],
    })
  })

  it.each([
    [
      'ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Tax status,In stock?,Stock,Weight (kg),Attribute 1 name,Attribute 1 visible,Attribute 1 global',
      ['isActive', 'isActive'],
    ],
    [
      'Internal_ID,Visible,NL_Title_Short,Stock_Track,Stock_Level,Article_Code,EAN,SKU,Weight,Weight_Unit,Size_X,Price',
      ['isActive'],
    ],
    ['SKU,Naam,Prijs,Voorraad,Categorie,Gepubliceerd,Status', ['isActive', 'isActive']],
  ])('reads the state in the file of another shop: %s', (line, states) => {
    const { columns } = parseCsvHeader(line.split(',')) as CsvHeader
    expect(columns.filter(name => name === 'isActive' || name === 'isHidden')).toEqual(states)
  })

  it('refuses the file of Shopify, whose SKU has another name', () => {
    const line =
      'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Price,Variant Weight Unit,Status'
    expect(parseCsvHeader(line.split(','))).toMatch(/kolom SKU ontbreekt/)
  })
})

describe('a row', () => {
  const light = '01890000-0000-7000-8000-000000000002'
  const bath = '01890000-0000-7000-8000-000000000001'
  const categories = indexCategoryIds([
    { id: bath, name: 'Bad', slug: 'bad-en-douche' },
    { id: light, name: 'Sfeer', slug: 'licht' },
    { id: bath, name: 'Sfeer', slug: 'kaarsen' },
  ])
  const makers = [
    { id: light, name: 'Maker NV' },
    { id: bath, name: 'maker nv ' },
    { id: '01890000-0000-7000-8000-000000000003', name: 'Ander' },
  ]
  const ids = { categories, operators: indexOperatorIds(makers) }
  const header = parseCsvHeader([
    'SKU',
    'Naam',
    'Prijs',
    'Categorie',
    'Actief',
    'Lengte',
    'Voorraad',
  ]) as CsvHeader
  const read = (...cells: string[]) => parseCsvLine(header, cells, ids)

  it('is read by column type', () => {
    expect(read("'=A1", ' Kaars ', '14,95', 'bad', 'Ja', '', '1200')).toEqual({
      sku: '=A1',
      values: { name: 'Kaars', price: 1495, categoryId: bath, isActive: true, length: null, stock: 1200 },
      errors: [],
    })
  })

  it.each([
    ['gewoon', 'STANDARD'],
    ['Boeken', 'BOOKS'],
    ['Boeken en e-boeken', 'BOOKS'],
    ['vrijgesteld', 'EXEMPT'],
  ])('has %s as tax class %s', (cell, taxClass) => {
    const columns = parseCsvHeader(['SKU', 'Btw-soort']) as CsvHeader
    expect(parseCsvLine(columns, ['A', cell], ids)).toEqual({ sku: 'A', values: { taxClass }, errors: [] })
    expect(parseCsvLine(columns, ['A', 'laag'], ids).errors).toEqual([
      { column: 'Btw-soort', message: 'Schrijf gewoon, boeken of vrijgesteld.' },
    ])
  })

  it('reports each invalid cell with its column', () => {
    const { errors } = read('A', '', 'duur', 'Nergens', 'misschien', '0', '-1')
    const named = ['Naam', 'Prijs', 'Categorie', 'Actief', 'Lengte (cm)', 'Voorraad']
    expect(errors.map(({ column }) => column)).toEqual(named)
    expect(errors.find(({ column }) => column === 'Categorie')?.message).toBe(
      'We kennen geen categorie Nergens.',
    )
  })

  it.each([
    ['', /Vul een SKU in/],
    ['8,71235E+12', /als getal geschreven/],
    ['a\0b', /tekens/],
  ])('with the SKU %o is refused', (sku, reason) => {
    expect(read(sku, 'Kaars', '1', 'bad', 'ja', '', '1').errors).toMatchObject([
      { column: 'SKU', message: expect.stringMatching(reason) },
    ])
  })

  it('names who makes it, in an export by an id where two have that name', () => {
    const columns = parseCsvHeader(['SKU', 'Fabrikant', 'Model']) as CsvHeader
    const of = (maker: string) => parseCsvLine(columns, ['A', maker, ''], ids)
    expect(of('ANDER').values).toEqual({
      manufacturerId: '01890000-0000-7000-8000-000000000003',
      model: null,
    })
    for (const [id, reference] of operatorReferences(makers))
      expect(of(reference).values.manufacturerId).toBe(id)
    expect([...operatorReferences(makers).values()]).toEqual([light, bath, 'Ander'])
    expect(of('').values).toEqual({ manufacturerId: null, model: null })
    expect(of('Maker NV').errors[0]?.message).toMatch(/meer met de naam Maker NV/)
    expect(of('Wie').errors[0]).toEqual({
      column: 'Fabrikant',
      message: 'We kennen geen fabrikant of vertegenwoordiger Wie. Voeg die eerst toe bij een product.',
    })
  })

  it.each([
    [['Gewicht (kg)', '1,5'], { weight: 1500 }],
    [['Gewicht (kg)', '0.350'], { weight: 350 }],
    [['Gewicht (lbs)', '2'], { weight: 907 }],
    [['Lengte (mm)', '250'], { length: 25 }],
    [['Lengte (in)', '10'], { length: 25 }],
    [['Lengte (mm)', '3'], { length: 1 }],
    [['Weight|Weight_Unit', '2|kg'], { weight: 2000 }],
    [['Barcode', "'8712345678906"], { barcode: '8712345678906' }],
    [['Published', '0'], { isActive: false }],
    [['Visible', 'Y'], { isActive: true }],
    [['Status', 'draft'], { isActive: false }],
    [['Published|Status', 'true|archived'], { isActive: false }],
    [['Status|Published', 'draft|TRUE'], { isActive: false }],
    [['Concept|Actief', 'ja|ja'], { isActive: false }],
    [['Published|Visibility in catalog', '1|visible'], { isActive: true }],
    [['Published on Online Store', 'false'], { isActive: false }],
    [['Is published', '0'], { isActive: false }],
    [['isVisible', 'false'], { isActive: false }],
    [['is_active', '1'], { isActive: true }],
    [['Is draft', 'yes'], { isActive: false }],
    [['Niet zichtbaar', 'ja'], { isActive: false }],
    [['Niet zichtbaar', 'nee'], { isActive: true }],
    [['Not published', '1'], { isActive: false }],
    [['Beschikbaar', 'nee'], { isActive: false }],
    [['product_online', '0'], { isActive: false }],
    [['Productstatus', 'concept'], { isActive: false }],
    [['Active (0/1)', '0'], { isActive: false }],
    [['Te koop', 'nee'], { isActive: false }],
    [['Concept', 'concept'], { isActive: false }],
    [['Verborgen', 'zichtbaar'], { isActive: true }],
    [['Gewicht|Eenheid', '2|kg'], { weight: 2000 }],
    [['Gewicht|Eenheid gewicht', '2|kg'], { weight: 2000 }],
    [['Unit|Weight', 'lbs|2'], { weight: 907 }],
    [['Lengte|Breedte|Maateenheid', '250|30|mm'], { length: 25, width: 3 }],
    [['Length|UOM', '10|in'], { length: 25 }],
    [['Weight|Weight unit|Length|Dimension unit', '2|kg|3|m'], { weight: 2000, length: 300 }],
    [['Omschrijving', '<p>Zacht &amp; licht.</p>'], { description: 'Zacht & licht.' }],
  ])('is read by its heading: %j', ([titles = '', cells = ''], values) => {
    const columns = parseCsvHeader(['SKU', ...titles.split('|')]) as CsvHeader
    expect(parseCsvLine(columns, ['A', ...cells.split('|')], ids)).toEqual({ sku: 'A', values, errors: [] })
  })

  it.each([
    [['Voorraad', '12.000'], 'Voorraad', 'Schrijf 12.000 als 12000 of als 12.'],
    [['Voorraad', '1,250'], 'Voorraad', 'Schrijf 1,250 als 1250 of als 1,25.'],
    [['Gewicht', '1.500'], 'Gewicht (g)', 'Schrijf 1.500 als 1500 of als 1,5.'],
    [['Gewicht (kg)', '1.500'], 'Gewicht (g)', 'Schrijf 1.500 als 1500 of als 1,5.'],
    [['Gewicht', '1,5'], 'Gewicht (g)', 'Schrijf een heel getal vanaf 0.'],
    [
      ['Weight|Weight_Unit', '2|stone'],
      'Gewicht (g)',
      'We kennen de eenheid stone niet. Gebruik g, kg, lbs of oz.',
    ],
    [
      ['Weight|Weight_Unit', '2|'],
      'Gewicht (g)',
      'We kennen de eenheid van dit gewicht niet. Gebruik g, kg, lbs of oz.',
    ],
    [
      ['Gewicht|Eenheid', '2|stuk'],
      'Gewicht (g)',
      'We kennen de eenheid stuk niet. Gebruik g, kg, lbs of oz.',
    ],
    [
      ['Lengte|Maateenheid', '2|'],
      'Lengte (cm)',
      'We kennen de eenheid van deze maat niet. Gebruik mm, cm, m of in.',
    ],
    [['Beschikbaar', '12'], 'Beschikbaar', 'Schrijf ja of nee.'],
    [['Status', 'misschien'], 'Status', 'Schrijf ja of nee.'],
    [['Published', ''], 'Published', 'Schrijf ja of nee.'],
  ])('is refused rather than read wrong: %j', ([titles = '', cells = ''], column, message) => {
    const columns = parseCsvHeader(['SKU', ...titles.split('|')]) as CsvHeader
    expect(parseCsvLine(columns, ['A', ...cells.split('|')], ids).errors).toEqual([{ column, message }])
  })

  it('has an SKU that looks like a number as our export writes it', () => {
    const columns = parseCsvHeader(['SKU', 'Prijs']) as CsvHeader
    expect(parseCsvLine(columns, [escapeFormula('24E+8'), '1'], ids)).toMatchObject({
      sku: '24E+8',
      errors: [],
    })
    expect(parseCsvLine(columns, ['24E+8', '1'], ids).errors).toHaveLength(1)
  })

  it('with a missing cell reports only that', () => {
    expect(read('A', 'Kaars', '14').errors).toEqual([
      { column: null, message: 'Deze regel heeft 3 cellen, en de eerste regel 7.' },
    ])
  })

  it('names a category by its slug where a name is ambiguous', () => {
    expect(read('A', 'B', '1', 'Sfeer', 'ja', '', '1').errors[0]?.message).toMatch(/meer categorieën/)
    expect(read('A', 'B', '1', 'licht', 'ja', '', '1').values.categoryId).toBe(light)
  })

  it('requires more fields for a new product, each reported once', () => {
    const told = [{ column: 'Prijs', message: '' }]
    expect(findMissingCells({ name: 'Kaars', stock: 1 }, told).map(({ column }) => column)).toEqual([
      'Categorie',
    ])
  })
})
