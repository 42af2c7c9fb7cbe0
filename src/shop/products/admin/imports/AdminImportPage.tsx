import { Download, FileSpreadsheet } from 'lucide-react'
import { AdminPageHeader } from '../../../../ui/lists/AdminPageHeader.tsx'
import { ProgressBar } from '../../../../ui/components/ProgressBar.tsx'
import { Button } from '../../../../ui/components/Button.tsx'
import { Card } from '../../../../ui/components/Card.tsx'
import { exportProducts, MAX_IMPORT_BYTES } from '../bulk/contract.ts'
import { useState, type SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '../../../../ui/call/call.ts'
import { Checkbox } from '../../../../ui/forms/Checkbox.tsx'
import { cn } from '../../../../ui/components/cn.ts'
import { FieldError } from '../../../../ui/forms/Field.tsx'
import { AdminStockCauseFields } from '../AdminStockCauseFields.tsx'
import { useImportProducts } from '../bulk/hooks.ts'
import type { StockCause } from '../contract.ts'

/** `/admin/products/import`: uploads a CSV file for a preview. */
export const AdminImportPage = () => (
  <div className="max-w-5xl">
    <AdminPageHeader
      title="Producten importeren"
      back={{ to: '/admin/products', name: 'Producten' }}
      actions={<ExportButton />}
    >
      Je ziet eerst per regel wat er verandert en wat niet klopt. Er gebeurt niets voordat je het toepast.
    </AdminPageHeader>
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <AdminImportForm />
      <Explanation />
    </div>
  </div>
)

const ExportButton = () => (
  <Button asChild variant="secondary" size="sm">
    <a href={exportProducts.path} download>
      <Download aria-hidden />
      Exporteer alle producten
    </a>
  </Button>
)

const Explanation = () => (
  <Card className="grid gap-4 text-small text-ink-soft">
    <h2 className="font-semibold text-ink">Zo ziet het bestand eruit</h2>
    <p>
      Begin met een export: daarin staan alle kolommen. Laat weg wat niet hoeft te veranderen; alleen{' '}
      <strong className="text-ink">SKU</strong> is altijd nodig.
    </p>
    <ColumnHelp />
    <p>
      Puntkomma, komma of tab tussen de cellen; hoogstens 200.000 regels en 64 MB. Bewaar het in je rekenblad
      bij voorkeur als “CSV UTF-8”.
    </p>
  </Card>
)

const ColumnHelp = () => (
  <dl className="grid gap-3 [&_dt]:font-medium [&_dt]:text-ink">
    <div>
      <dt>Bedragen</dt>
      <dd>14,95 of 14.95, in euro’s.</dd>
    </div>
    <div>
      <dt>Ja of nee</dt>
      <dd>
        Actief, Verzendopties, Opmerkingenveld en Hygiënezegel. Van andere winkels lezen we ook Published,
        Visible en Status: een concept komt niet in de verkoop.
      </dd>
    </div>
    <div>
      <dt>Gewicht en maten</dt>
      <dd>
        In gram en centimeter. Staat er een andere eenheid boven, zoals <em>Gewicht (kg)</em> of{' '}
        <em>Lengte (mm)</em>, dan rekenen we het om.
      </dd>
    </div>
    <div>
      <dt>Omschrijving</dt>
      <dd>Gewone tekst. Van HTML houden we de tekst over.</dd>
    </div>
    <div>
      <dt>Voorraad</dt>
      <dd>
        Staat <em>Voorraad bij export</em> erbij, dan telt alleen het verschil. Wat intussen verkocht is, komt
        niet terug.
      </dd>
    </div>
    <div>
      <dt>Categorie</dt>
      <dd>De naam, of het adres zoals in de export.</dd>
    </div>
    <div>
      <dt>Nieuwe producten</dt>
      <dd>Hebben ook Naam, Prijs, Voorraad en Categorie nodig.</dd>
    </div>
    <div>
      <dt>Varianten</dt>
      <dd>
        Elk een eigen regel, met in <em>Hoofdproduct</em> de SKU van het product, en in <em>Opties</em>{' '}
        bijvoorbeeld “maat: 38; kleur: rood”. Klopt één regel niet, dan komt geen van de nieuwe varianten van
        dat product erbij.
      </dd>
    </div>
    <div>
      <dt>Productveiligheid</dt>
      <dd>
        Fabrikant en verantwoordelijke in de EU met de naam waaronder je ze bij een product toevoegde. Foto’s
        van het etiket en handleidingen kies je bij het product, zoals zijn andere foto’s.
      </dd>
    </div>
    <div>
      <dt>Barcode</dt>
      <dd>Maak van die kolom tekst in je rekenblad, anders wordt het een getal.</dd>
    </div>
  </dl>
)

function AdminImportForm() {
  const [file, setFile] = useState<File | null>(null)
  const [addsNew, setAddsNew] = useState(false)
  const [why, setWhy] = useState<{ cause: StockCause; note: string }>({ cause: 'COUNTED', note: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState(0)
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
      { file, addsNew, ...why, onProgress: (bytes, all) => setSent(all > 0 ? bytes / all : 0) },
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
        {send.isPending && file && (
          <ProgressBar title="Versturen" done={sent * file.size} total={file.size} unit="bytes" />
        )}
      </form>
    </Card>
  )
}

interface FileChoiceProps {
  file: File | null
  problem: string | null
  choose: (file: File | undefined) => void
}

/** Takes a file by the picker or dropped: the native input covers the whole area. */
function FileChoice({ file, problem, choose }: FileChoiceProps) {
  return (
    <div className="grid gap-1.5">
      <label
        className={cn(
          'relative grid justify-items-center gap-2 rounded-card border border-dashed px-4 py-10 text-center transition-colors',
          'hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
          problem ? 'border-danger' : 'border-line-strong',
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
