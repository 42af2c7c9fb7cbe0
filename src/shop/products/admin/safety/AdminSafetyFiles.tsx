import { ArrowDown, ArrowUp, FileText, ImagePlus, Trash2, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ManualLanguage, MAX_LABEL_PICTURES, MAX_MANUAL_BYTES } from '../../safety/contract.ts'
import { languageNames, manualPath } from '../../safety/rules.ts'
import { formatBytes } from '../../../../ui/format.ts'
import { type PictureItem, type PictureUploads, usePictureUploads } from '../../../pictures/admin/hooks.ts'
import { userMessageOf } from '../../../../ui/call/call.ts'
import { Button } from '../../../../ui/components/Button.tsx'
import { Field, FieldError, Input, Select } from '../../../../ui/forms/Field.tsx'
import { IconButton } from '../../../../ui/components/IconButton.tsx'
import { ResponsiveImage } from '../../../../ui/components/ResponsiveImage.tsx'
import { formatProgress } from '../../../../ui/page/progress.ts'
import { keysOf } from '../../../../wire/records.ts'
import type { AdminProductSafety } from './contract.ts'
import { useAddManual, useRemoveManual, useSetLabelPictures } from './hooks.ts'

interface SafetyFilesProps {
  productId: string
  safety: AdminProductSafety
}

/** The pictures of the label: chosen, described, moved and removed, and then saved together. */
export function AdminLabelPictures({ productId, safety }: SafetyFilesProps) {
  const saved = safety.labelPictures
  const pictures = usePictureUploads(
    saved.map(({ url }) => url),
    MAX_LABEL_PICTURES,
    true,
  )
  const [alts, setAlts] = useState(() => new Map(saved.map(({ url, alt }) => [url, alt])))
  const save = useSetLabelPictures(productId)
  const altOf = ({ key }: PictureItem) => alts.get(key) ?? ''
  const submit = () => {
    const ready = pictures.items.flatMap(item =>
      item.url === null ? [] : [{ url: item.url, alt: altOf(item) }],
    )
    save.mutate({ productId, pictures: ready })
  }
  return (
    <section aria-labelledby="label-pictures" className="grid gap-4">
      <h3 id="label-pictures" className="font-semibold">
        Foto’s van het etiket of de verpakking
      </h3>
      {pictures.items.length > 0 && (
        <LabelList
          pictures={pictures}
          altOf={altOf}
          onAlt={({ key }, alt) => setAlts(before => new Map(before).set(key, alt))}
        />
      )}
      {pictures.refusals.map(refusal => (
        <FieldError key={refusal}>{refusal}</FieldError>
      ))}
      {save.error && <FieldError>{userMessageOf(save.error)}</FieldError>}
      <p role="status" className="sr-only">
        {pictures.announcement}
      </p>
      <div className="flex flex-wrap gap-2">
        <FileButton
          icon={<ImagePlus aria-hidden />}
          label="Etiketfoto kiezen"
          accept="image/jpeg,image/png,image/webp"
          multiple
          onChoose={pictures.add}
        />
        <Button
          variant="secondary"
          size="sm"
          busy={save.isPending}
          disabled={pictures.isBusy || pictures.items.some(item => altOf(item).trim() === '')}
          onClick={submit}
        >
          Etiketfoto’s opslaan
        </Button>
      </div>
      <p className="text-small text-ink-faint">
        Een klant ziet ze bij Veiligheid en fabrikant, nooit bijgesneden. Beschrijf bij elke foto wat erop
        staat.
      </p>
    </section>
  )
}

interface LabelListProps {
  pictures: PictureUploads
  altOf: (item: PictureItem) => string
  onAlt: (item: PictureItem, alt: string) => void
}

const LabelList = ({ pictures, altOf, onAlt }: LabelListProps) => (
  <ol className="divide-y divide-line">
    {pictures.items.map((item, index) => (
      <LabelRow
        key={item.key}
        item={item}
        place={index + 1}
        alt={altOf(item)}
        onAlt={alt => onAlt(item, alt)}
      >
        <IconButton
          icon={ArrowUp}
          label={`Eerder: etiketfoto ${index + 1}`}
          disabled={index === 0}
          onClick={() => pictures.move(item.key, index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Later: etiketfoto ${index + 1}`}
          disabled={index === pictures.items.length - 1}
          onClick={() => pictures.move(item.key, index + 1)}
        />
        <IconButton
          icon={Trash2}
          label={`Verwijder etiketfoto ${index + 1}`}
          onClick={() => pictures.remove(item.key)}
        />
      </LabelRow>
    ))}
  </ol>
)

interface LabelRowProps {
  item: PictureItem
  place: number
  alt: string
  onAlt: (alt: string) => void
  children: ReactNode
}

const LabelRow = ({ item, place, alt, onAlt, children }: LabelRowProps) => (
  <li className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3">
    {item.preview ? (
      <img src={item.preview} alt="" className="aspect-4/5 w-16 rounded-inner bg-ground object-contain" />
    ) : (
      <ResponsiveImage src={item.url} alt="" sizes="64px" className="w-16 rounded-inner" />
    )}
    <div className="grid gap-1">
      <Field label={`Wat er op etiketfoto ${place} staat`}>
        <Input value={alt} maxLength={200} onChange={({ target }) => onAlt(target.value)} />
      </Field>
      {item.problem !== null && <FieldError>{item.problem}</FieldError>}
      {item.url === null && item.problem === null && (
        <p className="figures text-small text-ink-soft">
          {item.id === null ? 'Versturen' : 'Bewerken'} {formatProgress(item.progress, 1, 'percent')}
        </p>
      )}
    </div>
    <div className="col-start-2 flex">{children}</div>
  </li>
)

/** The manuals: one PDF for each language, stored as soon as it is chosen. */
export function AdminManuals({ productId, safety }: SafetyFilesProps) {
  const [language, setLanguage] = useState<ManualLanguage>('nl')
  const [refusal, setRefusal] = useState<string | null>(null)
  const add = useAddManual(productId)
  const choose = ([file]: File[]) => {
    if (!file) return
    const isTooLarge = file.size > MAX_MANUAL_BYTES
    setRefusal(isTooLarge ? `Kies een PDF van hoogstens ${formatBytes(MAX_MANUAL_BYTES)}.` : null)
    if (!isTooLarge) add.mutate({ language, file })
  }
  const problem = refusal ?? (add.error ? userMessageOf(add.error) : null)
  return (
    <section aria-labelledby="manuals" className="grid gap-4">
      <h3 id="manuals" className="font-semibold">
        Handleiding
      </h3>
      {safety.manuals.length > 0 && <ManualList productId={productId} safety={safety} />}
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Taal van de handleiding">
          <Select value={language} onChange={({ target }) => setLanguage(target.value as ManualLanguage)}>
            {keysOf(languageNames).map(key => (
              <option key={key} value={key}>
                {languageNames[key]}
              </option>
            ))}
          </Select>
        </Field>
        <FileButton
          icon={<Upload aria-hidden />}
          label={add.isPending ? 'Versturen …' : 'PDF kiezen'}
          accept="application/pdf"
          onChoose={choose}
        />
      </div>
      {problem !== null && <FieldError>{problem}</FieldError>}
      <p className="text-small text-ink-faint">
        Hoogstens {formatBytes(MAX_MANUAL_BYTES)}. Een tweede in dezelfde taal vervangt de eerste.
      </p>
    </section>
  )
}

function ManualList({ productId, safety }: SafetyFilesProps) {
  const remove = useRemoveManual(productId)
  return (
    <ul className="divide-y divide-line">
      {safety.manuals.map(({ id, language, bytes }) => (
        <li key={id} className="flex items-center gap-3 py-1">
          <FileText aria-hidden className="size-4.5 text-ink-faint" />
          <a href={manualPath(id)} className="grow underline underline-offset-4">
            {languageNames[language]}
            <span className="figures text-small text-ink-soft"> (PDF, {formatBytes(bytes)})</span>
          </a>
          <IconButton
            icon={Trash2}
            label={`Verwijder de handleiding (${languageNames[language]})`}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ productId, manualId: id })}
          />
        </li>
      ))}
    </ul>
  )
}

interface FileButtonProps {
  icon: ReactNode
  label: string
  accept: string
  multiple?: boolean
  onChoose: (files: File[]) => void
}

const FileButton = ({ icon, label, accept, multiple = false, onChoose }: FileButtonProps) => (
  <Button
    asChild
    variant="secondary"
    size="sm"
    className="cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
  >
    <label>
      {icon}
      {label}
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        className="sr-only"
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </label>
  </Button>
)
