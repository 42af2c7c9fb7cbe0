import { FileImage } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { formatDateTime, plural } from '../../ui/format.ts'
import { MAX_DOCUMENTS, type OwnApplication } from './contract.ts'
import { useBeginIdentityProof, useRemoveDocument, useUploadDocument } from './hooks.ts'
import { MaskEditor } from './MaskEditor.tsx'

type Application = NonNullable<OwnApplication['application']>

interface IdentityStepProps {
  own: OwnApplication
  application: Application
  onDone: () => void
}

/** Proves who she is, at the identity provider or with photos of a document. */
export function IdentityStep({ own, application, onDone }: IdentityStepProps) {
  const { isVerified, documents } = application
  const begin = useBeginIdentityProof()
  return (
    <div className="grid gap-6">
      {isVerified && <Notice tone="success" title="Je hebt bewezen wie je bent" />}
      {own.provider && !isVerified && (
        <section className="grid justify-items-start gap-3">
          <h3 className="font-semibold">Met {own.provider}</h3>
          <p className="text-ink-soft">
            Je gaat even naar {own.provider}. We krijgen je naam, geboortedatum, adres en de soort van je
            document; geen foto en geen burgerservicenummer.
          </p>
          <Button busy={begin.isPending} onClick={() => begin.mutate({})} className="max-sm:w-full">
            Bewijs met {own.provider}
          </Button>
        </section>
      )}
      {!isVerified && <Documents documents={documents} imageDays={own.imageDays} />}
      {(isVerified || documents.length > 0) && (
        <Button onClick={onDone} className="justify-self-start max-sm:w-full">
          Verder
        </Button>
      )}
    </div>
  )
}

function Documents({ documents, imageDays }: Pick<Application, 'documents'> & { imageDays: number }) {
  const id = useId()
  const [photo, setPhoto] = useState<File | null>(null)
  const upload = useUploadDocument()
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">Met een foto van je document</h3>
      <p className="text-ink-soft">
        Van je paspoort, identiteitskaart of rijbewijs. Maak je burgerservicenummer of rijksregisternummer
        hier zelf zwart.{' '}
        {imageDays === 0
          ? 'We wissen de foto’s zodra we over je aanmelding beslissen.'
          : `We wissen de foto’s ${plural(imageDays, 'dag', 'dagen')} nadat we over je aanmelding beslissen: onze betaaldienst eist dat.`}
      </p>
      {documents.length > 0 && <DocumentList documents={documents} />}
      {photo && (
        <MaskEditor
          photo={photo}
          busy={upload.isPending}
          onCancel={() => setPhoto(null)}
          onMasked={masked => upload.mutate(masked, { onSuccess: () => setPhoto(null) })}
        />
      )}
      {!photo && documents.length < MAX_DOCUMENTS && (
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-small font-medium">
            Kies een foto
          </label>
          <input
            id={id}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className="text-small"
            onChange={event => setPhoto(event.target.files?.[0] ?? null)}
          />
        </div>
      )}
    </section>
  )
}

function DocumentList({ documents }: Pick<Application, 'documents'>) {
  const remove = useRemoveDocument()
  return (
    <ul className="divide-y divide-line rounded-card border border-line">
      {documents.map(({ id: documentId, createdAt }, at) => (
        <li key={documentId} className="flex flex-wrap items-center gap-3 px-4 py-2">
          <FileImage className="size-5 text-ink-faint" aria-hidden />
          <span className="grow">
            Foto {at + 1}, {formatDateTime(createdAt)}
          </span>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Foto ${at + 1} verwijderen`}
            busy={remove.isPending && remove.variables.documentId === documentId}
            onClick={() => remove.mutate({ documentId })}
          >
            Verwijderen
          </Button>
        </li>
      ))}
    </ul>
  )
}
