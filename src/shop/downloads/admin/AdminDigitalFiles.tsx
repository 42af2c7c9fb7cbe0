import { FileText, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/components/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { ProgressBar } from '../../../ui/components/ProgressBar.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import type { AdminDigitalFile, DigitalContent } from './contract.ts'
import { schemaResolver } from '../../../ui/call/schemaResolver.ts'
import { type RunningUpload, useFileUpload, useRemoveFile, useSetDownloadLimits } from './hooks.ts'
import { formatBytes } from '../../../ui/format.ts'

interface AdminDigitalFilesProps {
  productId: string
  content: DigitalContent
}

/** The files of a product, an upload, and how often and how long they can be downloaded. */
export function AdminDigitalFiles({ productId, content }: AdminDigitalFilesProps) {
  const upload = useFileUpload(productId)
  const [removing, setRemoving] = useState<AdminDigitalFile | null>(null)
  const isRunning = upload.running !== null && upload.running.problem === null
  const shown = content.files.filter(({ readyAt }) => readyAt !== null || !isRunning)
  return (
    <>
      {shown.length > 0 && (
        <ul className="grid gap-2">
          {shown.map(file => (
            <FileRow key={file.id} file={file} onRemove={() => setRemoving(file)} />
          ))}
        </ul>
      )}
      {upload.running && <Progress running={upload.running} onStop={upload.stop} />}
      {!isRunning && <FileChoice onChoose={file => void upload.start(file)} />}
      {content.kind === 'FILES' && <Limits productId={productId} content={content} />}
      {removing && <RemoveFile productId={productId} file={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

interface FileRowProps {
  file: AdminDigitalFile
  onRemove: () => void
}

const FileRow = ({ file: { name, bytes, readyAt }, onRemove }: FileRowProps) => (
  <li className="flex items-center gap-3 rounded-inner bg-ink/4 py-1 pr-1 pl-4">
    <FileText className="size-5 shrink-0 text-accent-text" strokeWidth={1.5} aria-hidden />
    <span className="grid min-w-0 grow py-1.5">
      <span className="text-small font-medium wrap-anywhere">{name}</span>
      <span className="figures text-tiny text-ink-soft">
        {readyAt === null ? 'Upload niet afgemaakt' : formatBytes(bytes)}
      </span>
    </span>
    <IconButton icon={Trash2} label={`Verwijder ${name}`} className="text-danger" onClick={onRemove} />
  </li>
)

function Progress({ running, onStop }: { running: RunningUpload; onStop: () => void }) {
  const { name, sent, bytes, problem } = running
  if (problem) return <Notice tone="error" title={`${name}: ${problem}`} />
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 grow text-small">
        <ProgressBar title={`${name} wordt geüpload`} done={sent} total={bytes} unit="bytes" />
      </div>
      <Button variant="quiet" size="sm" onClick={onStop}>
        Stoppen
      </Button>
    </div>
  )
}

/** The native input covers the button, so that a file can be dropped on it too. */
const FileChoice = ({ onChoose }: { onChoose: (file: File) => void }) => (
  <label className="relative grid justify-items-center gap-1 rounded-card border border-dashed border-line-strong px-4 py-6 text-center transition-colors hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
    <Upload className="size-6 text-accent-text" strokeWidth={1.5} aria-hidden />
    <span className="font-medium">Voeg een bestand toe</span>
    <span className="text-small text-ink-soft">of sleep het hierheen, tot 2 GB</span>
    <input
      type="file"
      aria-label="Bestand toevoegen"
      className="absolute inset-0 opacity-0"
      onChange={event => {
        const [file] = event.target.files ?? []
        // The same file can be chosen again after an error.
        event.target.value = ''
        if (file) onChoose(file)
      }}
    />
  </label>
)

const resolver = schemaResolver(async () => (await import('./limitsForm.rules.ts')).LimitsForm)

function Limits({ productId, content: { maxDownloads, validDays } }: AdminDigitalFilesProps) {
  const form = useForm({ resolver, defaultValues: { maxDownloads, validDays } })
  const save = useSetDownloadLimits(productId)
  return (
    <form
      noValidate
      method="post"
      className="grid items-start gap-4 border-t border-line pt-5 sm:grid-cols-2"
      onSubmit={event => void form.handleSubmit(limits => save.mutate({ productId, ...limits }))(event)}
    >
      <TextField
        form={form}
        name="maxDownloads"
        label="Keer te downloaden"
        hint="Per regel van een bestelling."
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        form={form}
        name="validDays"
        label="Dagen te downloaden"
        hint="Vanaf de betaling."
        inputMode="numeric"
        autoComplete="off"
      />
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        className="justify-self-start"
        busy={save.isPending}
      >
        Opslaan
      </Button>
    </form>
  )
}

interface RemoveFileProps {
  productId: string
  file: AdminDigitalFile
  onClose: () => void
}

function RemoveFile({ productId, file, onClose }: RemoveFileProps) {
  const remove = useRemoveFile(productId)
  return (
    <ConfirmDialog
      title="Bestand verwijderen"
      description={file.name}
      confirm="Verwijderen"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ fileId: file.id }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>Wie het al kocht, kan het blijven downloaden. Wie het vanaf nu koopt, krijgt het niet meer.</p>
    </ConfirmDialog>
  )
}
