import { Field, Input, Select } from '../../ui/components/Field.tsx'
import { StockCause } from './history.contract.ts'
import { stockCauseNames } from './history.rules.ts'

interface AdminCauseFieldsProps {
  /** Empty when none is chosen yet. */
  cause: StockCause | ''
  note: string
  error?: string | undefined
  change: (part: { cause?: StockCause; note?: string }) => void
}

/** Why a stock is another now. */
export const AdminStockCauseFields = ({ cause, note, error, change }: AdminCauseFieldsProps) => (
  <>
    <Field label="Reden van de voorraadwijziging" error={error}>
      <Select value={cause} onChange={event => change({ cause: StockCause.parse(event.target.value) })}>
        {cause === '' && <option value="">Kies een reden</option>}
        {StockCause.options.map(option => (
          <option key={option} value={option}>
            {stockCauseNames[option]}
          </option>
        ))}
      </Select>
    </Field>
    <Field label="Toelichting" optional>
      <Input maxLength={200} value={note} onChange={event => change({ note: event.target.value })} />
    </Field>
  </>
)
