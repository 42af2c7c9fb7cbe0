import { FileText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EmailAddress } from '../../../ui/components/EmailAddress.tsx'
import { lazyDialog } from '../../../ui/dialogs/lazyDialog.tsx'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import { formatBytes } from '../../../ui/format.ts'
import type { EconomicOperator, LabelPicture, ProductManual, ProductSafety } from './contract.ts'
import { languageNames, manualPath } from './rules.ts'

const PictureDialog = lazyDialog({
  title: 'Etiket',
  load: async () => (await import('./LabelPictureDialog.tsx')).LabelPictureDialog,
})

/** The maker of a product, and its warnings. */
export const ProductSafetySection = ({ safety }: { safety: ProductSafety }) => (
  <section aria-labelledby="safety" className="grid gap-4">
    <h2 id="safety" className="display text-heading">
      Veiligheid en fabrikant
    </h2>
    <dl className="grid gap-4 text-ink-soft">
      <Fact name="Waarschuwingen" text={safety.warnings} />
      <Fact name="Avertissements" text={safety.warningsFr} lang="fr" />
      <Fact name="Materialen" text={safety.materials} />
      <Fact name="Radio" text={safety.radio} />
      <Fact name="Batterij" text={safety.battery} />
      <Fact name="Model" text={safety.model} />
      <Operator title="Fabrikant" operator={safety.manufacturer} />
      {safety.responsiblePerson && (
        <Operator title="Verantwoordelijk in de EU" operator={safety.responsiblePerson} />
      )}
    </dl>
    {safety.labelPictures.length > 0 && <LabelPictures pictures={safety.labelPictures} />}
    {safety.manuals.length > 0 && <Manuals manuals={safety.manuals} />}
  </section>
)

interface EntryProps {
  name: string
  lang?: string | undefined
  children: ReactNode
}

const Entry = ({ name, lang, children }: EntryProps) => (
  <div lang={lang}>
    <dt className="text-small font-medium text-ink">{name}</dt>
    <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
  </div>
)

const Fact = ({ text, ...entry }: Omit<EntryProps, 'children'> & { text: string | null }) =>
  text !== null && <Entry {...entry}>{text}</Entry>

const Operator = ({ title, operator }: { title: string; operator: EconomicOperator }) => (
  <Entry name={title}>
    {operator.name}
    {'\n'}
    {operator.address}
    {'\n'}
    {operator.electronicAddress.includes('://') ? (
      <a href={operator.electronicAddress} rel="noreferrer" className="underline underline-offset-4">
        {operator.electronicAddress}
      </a>
    ) : (
      <EmailAddress>{operator.electronicAddress}</EmailAddress>
    )}
  </Entry>
)

/** Each opens larger. */
function LabelPictures({ pictures }: { pictures: LabelPicture[] }) {
  const [shown, setShown] = useState<LabelPicture | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid gap-2">
      <h3 className="text-small font-medium">Etiket</h3>
      <ul className="flex flex-wrap gap-3">
        {pictures.map(picture => (
          <li key={picture.url}>
            <button
              type="button"
              aria-label={`Vergroot: ${picture.alt}`}
              className="block w-24 overflow-hidden rounded-inner border border-line transition-colors hover:border-line-strong"
              {...PictureDialog.preloadOnIntent}
              onClick={() => {
                setShown(picture)
                setOpen(true)
              }}
            >
              <ResponsiveImage src={picture.url} alt="" sizes="96px" />
            </button>
          </li>
        ))}
      </ul>
      {shown && <PictureDialog picture={shown} open={isOpen} onOpenChange={setOpen} />}
    </div>
  )
}

const Manuals = ({ manuals }: { manuals: ProductManual[] }) => (
  <ul className="grid gap-2">
    {manuals.map(({ id, language, bytes }) => (
      <li key={id} className="flex items-center gap-2">
        <FileText aria-hidden className="size-4.5 shrink-0 text-ink-faint" />
        <a href={manualPath(id)} hrefLang={language} className="underline underline-offset-4">
          Handleiding in het {languageNames[language]}
        </a>
        <span className="figures text-small text-ink-soft">PDF, {formatBytes(bytes)}</span>
      </li>
    ))}
  </ul>
)
