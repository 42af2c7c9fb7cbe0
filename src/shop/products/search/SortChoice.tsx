import { Select } from '../../../ui/forms/Field.tsx'
import { Options } from '../../../ui/forms/Options.tsx'
import { oneOf } from '../../../wire/records.ts'
import { type ProductSort, productSorts } from '../catalog/contract.ts'

const names: Record<ProductSort, string> = {
  popularity: 'Populariteit',
  'price-low': 'Prijs: laag naar hoog',
  'price-high': 'Prijs: hoog naar laag',
  newest: 'Nieuwste eerst',
}

interface SortChoiceProps {
  sort: ProductSort
  onChange: (sort: ProductSort) => void
}

export const SortChoice = ({ sort, onChange }: SortChoiceProps) => (
  <Select
    aria-label="Sorteren op"
    value={sort}
    onChange={event => onChange(oneOf(productSorts, event.target.value) ?? sort)}
    className="h-auto min-h-11 w-auto min-w-0 whitespace-normal max-md:grow md:text-small"
  >
    <Options values={productSorts} nameOf={option => names[option]} />
  </Select>
)
