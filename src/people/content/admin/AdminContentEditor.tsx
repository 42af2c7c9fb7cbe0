import { type ComponentType, type ReactNode, useState } from 'react'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { RadioCard } from '../../../ui/forms/Checkbox.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import type { ContentBody } from '../../../wire/content.ts'
import { ContentFields, type ProductsFieldProps } from './AdminContentFields.tsx'
import { AdminContentHistory } from './AdminContentHistory.tsx'
import type { AdminContent } from '../contract.ts'
import { type ContentEditor, useContentEditor } from './hooks.ts'

interface AdminContentEditorProps {
  contentKey: string
  ProductsField: ComponentType<ProductsFieldProps>
  /** Shows the text as it is typed; null for one that no page shows, such as a list of words. */
  preview: (content: AdminContent, body: ContentBody) => ReactNode
}

const Preview = ({ children }: { children: ReactNode }) => (
  <aside aria-label="Voorbeeld" className="grid content-start gap-2 xl:sticky xl:top-24 xl:self-start">
    <p className="text-small font-medium">Voorbeeld</p>
    {/* Focusable, because the keys scroll it. */}
    <section
      aria-label="Voorbeeld van de tekst"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-[calc(100dvh-9rem)] overflow-auto rounded-card border border-line bg-paper"
    >
      {children}
    </section>
  </aside>
)

/** The editor of one text: its fields, a preview beside them, and its versions below. */
export function AdminContentEditor({ contentKey, ProductsField, preview }: AdminContentEditorProps) {
  const editor = useContentEditor(contentKey)
  const { content, body, setBody, errors } = editor
  const { title, path, publishedAt } = content
  const shown = preview(content, body)
  return (
    <>
      <AdminPageHeader
        title={title}
        aside={publishedAt ? `gepubliceerd op ${formatDate(publishedAt)}` : 'oorspronkelijke tekst'}
        back={{ to: '/admin/content', name: 'Teksten' }}
        actions={
          path !== null && (
            <ButtonLink to={path} variant="secondary" size="sm">
              Bekijk de pagina
            </ButtonLink>
          )
        }
      />
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_32rem]">
        <form
          method="post"
          noValidate
          onSubmit={event => event.preventDefault()}
          className="grid max-w-3xl content-start gap-6"
        >
          <ConflictNotice editor={editor} />
          {content.placeholders.length > 0 && <PlaceholderList content={content} />}
          <ContentFields
            fields={content.fields}
            body={body}
            onChange={setBody}
            errors={errors}
            ProductsField={ProductsField}
          />
          <MarkupHint content={content} />
          <EditorBar editor={editor} />
        </form>
        {shown !== null && <Preview>{shown}</Preview>}
        <div className="max-w-3xl">
          <AdminContentHistory content={content} body={body} onRestore={setBody} />
        </div>
      </div>
    </>
  )
}

const ConflictNotice = ({ editor: { conflict, resolve } }: { editor: ContentEditor }) =>
  conflict && (
    <Notice tone="error" title="Iemand anders was je voor">
      <p>
        Deze tekst is intussen bewaard of gepubliceerd
        {conflict.history[0] ? `, het laatst door ${conflict.history[0].by}` : ''}. Wat jij typte staat hier
        nog.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => resolve(true)}>
          Neem hun tekst over
        </Button>
        <Button variant="secondary" size="sm" onClick={() => resolve(false)}>
          Ga door met de mijne
        </Button>
      </div>
    </Notice>
  )

const PlaceholderList = ({ content: { placeholders } }: { content: AdminContent }) => (
  <section aria-labelledby="placeholders" className="grid gap-2 rounded-card bg-sunken p-4 text-small">
    <h2 id="placeholders" className="font-medium">
      Invulwoorden
    </h2>
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
      {placeholders.map(({ name, label, requiredIn }) => (
        <div key={name} className="contents">
          <dt>
            <code>{`{${name}}`}</code>
          </dt>
          <dd className="text-ink-soft max-sm:mb-2">
            {label}
            {requiredIn !== undefined && ' (moet blijven staan)'}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const MarkupHint = ({ content: { fields } }: { content: AdminContent }) => {
  const parts = fields.flatMap(field => (field.kind === 'list' ? field.item : [field]))
  const hasMarkup = parts.some(field => field.kind === 'text' && !field.isPlain)
  return (
    <p className="text-small text-ink-faint">
      Een lege regel begint een nieuwe alinea.
      {hasMarkup &&
        ' *Schuin*, **vet**, [een link](/shop), “- ” voor een punt in een lijst, “### ” voor een kopje.'}
    </p>
  )
}

/** Stays visible at the bottom of the window. */
function EditorBar({ editor }: { editor: ContentEditor }) {
  const { content, draft, discard, publish, isDirty, isPublished } = editor
  const [isAsking, setAsking] = useState(false)
  const isBusy = draft.isPending || discard.isPending || publish.isPending
  return (
    <div className="sticky bottom-0 z-10 -mx-2 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-2 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <Button
        busy={publish.isPending}
        disabled={isBusy || isPublished}
        onClick={() => (content.asksAcceptance ? setAsking(true) : publish.mutate(false))}
      >
        Publiceren
      </Button>
      <Button
        variant="secondary"
        busy={draft.isPending}
        disabled={isBusy || !isDirty}
        onClick={() => draft.mutate()}
      >
        Concept bewaren
      </Button>
      {content.draftedAt !== null && (
        <Button
          variant="quiet"
          busy={discard.isPending}
          disabled={isBusy}
          className="px-3"
          onClick={() => discard.mutate()}
        >
          Concept weggooien
        </Button>
      )}
      <p role="status" className="text-small text-ink-soft">
        {isDirty
          ? 'Nog niet bewaard'
          : content.draftedAt && `Concept van ${formatDateTime(content.draftedAt)}`}
      </p>
      {isAsking && (
        <AcceptanceDialog
          onClose={() => setAsking(false)}
          onPublish={asksAcceptance => {
            setAsking(false)
            publish.mutate(asksAcceptance)
          }}
        />
      )}
    </div>
  )
}

interface AcceptanceDialogProps {
  onClose: () => void
  onPublish: (asksAcceptance: boolean) => void
}

/** Asks whether users must accept the new version. */
function AcceptanceDialog({ onClose, onPublish }: AcceptanceDialogProps) {
  const [asksAcceptance, setAsksAcceptance] = useState(true)
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title="Wat voor wijziging is dit?"
        footer={
          <DialogButtons onCancel={onClose}>
            <Button onClick={() => onPublish(asksAcceptance)}>Publiceren</Button>
          </DialogButtons>
        }
      >
        <fieldset className="grid gap-3">
          <legend className="sr-only">Soort wijziging</legend>
          <RadioCard
            name="acceptance"
            checked={asksAcceptance}
            onChange={() => setAsksAcceptance(true)}
            title="Er verandert iets voor klanten"
          >
            Ze gaan opnieuw akkoord voordat ze weer bestellen. Een sessie die loopt, gaat gewoon door.
          </RadioCard>
          <RadioCard
            name="acceptance"
            checked={!asksAcceptance}
            onChange={() => setAsksAcceptance(false)}
            title="Een kleine verbetering"
          >
            Een tikfout, of dezelfde afspraak in duidelijker woorden. Niemand wordt iets gevraagd.
          </RadioCard>
        </fieldset>
      </DialogContent>
    </Dialog>
  )
}
