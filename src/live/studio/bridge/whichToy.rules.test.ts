import { expect, it } from 'vitest'
import { toyLabels, whichToyStep } from './whichToy.rules.ts'

it('tells toys of one name apart by the maximum of each, and by a number where that is the same too', () => {
  const lush = (id: string, ownMaxIntensity: number) => ({ id, name: 'Lovense Lush', ownMaxIntensity })
  expect(toyLabels([lush('a', 4), lush('b', 20), lush('c', 20)]).map(({ label }) => label)).toEqual([
    'Lovense Lush, maximum 4',
    'Lovense Lush, maximum 20 (1)',
    'Lovense Lush, maximum 20 (2)',
  ])
})

it('is answered when each device was felt, and is another toy', () => {
  const felt = (toyId: string | null) => ({ isFelt: true, toyId })
  expect(whichToyStep([felt('a'), { isFelt: false, toyId: 'b' }])).toContain('Laat toy 2 trillen')
  expect(whichToyStep([felt(null), felt('b')])).toContain('bij toy 1')
  expect(whichToyStep([felt('a'), felt('a')])).toContain('twee keer dezelfde')
  expect(whichToyStep([felt('b'), felt('a')])).toBeNull()
})
