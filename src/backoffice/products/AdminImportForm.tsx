import { FileSpreadsheet } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '../../ui/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Checkbox } from '../../ui/components/Checkbox.tsx'
import { cn } from '../../ui/components/cn.ts'
import { FieldError } from '../../ui/components/Field.tsx'
import { AdminStockCauseFields } from './AdminStockCauseFields.tsx'
import { MAX_IMPORT_BYTES } from './bulk.contract.ts'
import { useImportProducts } from './bulk.hooks.ts'
import type { StockCause } from './history.contract.ts'

export function AdminImportForm() {
  const [file, setFile] = useState<File | null>(null)
  const [addsNew, setAddsNew] = useState(false)
  const [why, setWhy] = useState<{ cause: StockCause; note: string }>({ cause: 'COUNTED', note: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const send = useImportProducts()
  const navigate = useNavigate()
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    setProblem(chosen.size > MAX_IMPORT_BYTES ? 'Dit bestand is groter dan 64 MB. Deel het op.' : null)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!file) return setProblem('Kies een CSV-bestand.')
    if (file.size > MAX_IMPORT_BYTES) return
    send.mutate(
      { file, addsNew, ...why },
      {
        onSuccess: ({ id }) => void navigate(`/admin/products/bulk/${id}`),
        onError: error => setProblem(error instanceof CallError ? (error.fields['file'] ?? null) : null),
      },
    )
  }
  return (
    <Card>
      <form onSubmit={submit} noValidate className="grid gap-6">
        <FileChoice file={file} problem={problem} choose={choose} />
        <Checkbox checked={addsNew} onChange={event => setAddsNew(event.target.checked)}>
          Voeg producten toe die er nog niet zijn. Anders is een onbekende SKU een fout.
        </Checkbox>
        <AdminStockCauseFields {...why} change={part => setWhy({ ...why, ...part })} />
        <div>
          <Button type="submit" busy={send.isPending} className="max-sm:w-full">
            Controleer bestand
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface FileChoiceProps {
  file: File | null
  problem: string | null
  choose: (file: File | undefined) => void
}

/** A file by the picker, or dropped: the browser's own field lies over all of it. */
function FileChoice({ file, problem, choose }: FileChoiceProps) {
  return (
    <div className="grid gap-1.5">
      <label
        className={cn(
          'relative grid justify-items-center gap-2 rounded-card border border-dashed border-line-strong px-4 py-10 text-center transition-colors',
          'hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
          problem && 'border-danger',
        )}
      >
        <FileSpreadsheet className="size-7 text-accent-text" strokeWidth={1.5} aria-hidden />
        <span className="font-medium wrap-anywhere">{file ? file.name : 'Kies een CSV-bestand'}</span>
        <span className="figures text-small text-ink-soft">
          {file ? sizeOf(file.size) : 'of sleep het hierheen'}
        </span>
        <input
          type="file"
          aria-label="CSV-bestand"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'import-file-error' : undefined}
          className="absolute inset-0 opacity-0"
          onChange={event => choose(event.target.files?.[0])}
        />
      </label>
      <FieldError id="import-file-error">{problem}</FieldError>
    </div>
  )
}

const figure = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 1 })
const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 2
    ? `${figure.format(Math.max(0.1, bytes / 1024))} kB`
    : `${figure.format(bytes / 1024 ** 2)} MB`
