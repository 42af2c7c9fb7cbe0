import { Download } from 'lucide-react'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { AdminImportForm } from './AdminImportForm.tsx'
import { exportProducts } from './bulk.contract.ts'

/** `/admin/products/import`: a file is looked at first. */
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
    <dl className="grid gap-3 [&_dt]:font-medium [&_dt]:text-ink">
      <div>
        <dt>Bedragen</dt>
        <dd>14,95 of 14.95, in euro’s.</dd>
      </div>
      <div>
        <dt>Ja of nee</dt>
        <dd>Actief, Verzendopties, Opmerkingenveld en Hygiënezegel.</dd>
      </div>
      <div>
        <dt>Voorraad</dt>
        <dd>
          Staat <em>Voorraad bij export</em> erbij, dan telt alleen het verschil. Wat intussen verkocht is,
          komt niet terug.
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
    </dl>
    <p>
      Puntkomma, komma of tab tussen de cellen; hoogstens 200.000 regels en 64 MB. Bewaar het in je rekenblad
      bij voorkeur als “CSV UTF-8”.
    </p>
  </Card>
)
