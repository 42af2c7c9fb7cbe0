import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm, useFormState } from 'react-hook-form'
import { z } from 'zod'
import { formatDateTime } from '../../ui/format.ts'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { CompanySection } from './CompanySection.tsx'
import { type StoredSettings } from './contract.ts'
import { Settings } from '../../wire/settings.ts'
import {
  type SettingsFormValues,
  toSettingsFormValues,
  settingsFields,
  toSettingsInput,
} from './form.rules.ts'
import { settingsQuery, useSettingsConflicts, useSaveSettings } from './hooks.ts'
import { SettingsConflictNotice } from './SettingsConflictNotice.tsx'
import { HolidayNoticeSection } from './HolidayNoticeSection.tsx'
import { SettingsPreview } from './SettingsPreview.tsx'
import { ShopSection } from './ShopSection.tsx'
import { VatSection } from './VatSection.tsx'

/** `/admin/settings`: what the owner changes without a deploy. */
export function AdminSettingsPage() {
  const { data } = useSuspenseQuery(settingsQuery)
  return (
    <>
      <AdminPageHeader
        title="Instellingen"
        aside={data.changedAt ? `bewaard op ${formatDateTime(data.changedAt)}` : 'zoals de server begon'}
      >
        Wat hier staat geldt meteen, op elke pagina. Bestellingen en facturen van eerder blijven zoals ze
        waren.
      </AdminPageHeader>
      <SettingsForm kept={data} />
    </>
  )
}

/** The contract's own schema, and its messages, for what stands in the fields; those are what is handed on. */
const resolver = zodResolver(
  z.custom<SettingsFormValues>().superRefine((draft, context) => {
    for (const issue of Settings.safeParse(toSettingsInput(draft)).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
  }),
)

function SettingsForm({ kept }: { kept: StoredSettings }) {
  const save = useSaveSettings()
  // What was read when the page opened: a later look must not take away what was typed.
  const [initial] = useState(() => ({ version: kept.version, draft: toSettingsFormValues(kept.settings) }))
  const { version, meanwhile, begin, meet } = useSettingsConflicts(initial)
  const form = useForm<SettingsFormValues>({ defaultValues: initial.draft, resolver })
  const submit = form.handleSubmit(draft =>
    save.mutate(
      { ...toSettingsInput(draft), version },
      {
        onSuccess: ({ version: next, settings }) => {
          form.reset(toSettingsFormValues(settings))
          begin({ version: next, draft: toSettingsFormValues(settings) })
        },
        onError: error => {
          showFieldErrors<SettingsFormValues>(error, settingsFields, form.setError)
          void meet(error, draft, (field, theirs) => form.setValue(field, theirs))
        },
      },
    ),
  )
  return (
    <FormProvider {...form}>
      <form
        onSubmit={event => void submit(event)}
        noValidate
        method="post"
        className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="grid max-w-3xl gap-10">
          <SettingsConflictNotice meanwhile={meanwhile} />
          <ShopSection />
          <CompanySection />
          <VatSection />
          <HolidayNoticeSection />
          <SaveBar isSaving={save.isPending} />
        </div>
        <SettingsPreview />
      </form>
    </FormProvider>
  )
}

/** In sight as long as something is not saved. */
function SaveBar({ isSaving }: { isSaving: boolean }) {
  const { isDirty } = useFormState<SettingsFormValues>()
  return (
    <div className="sticky bottom-0 -mx-2 flex items-center gap-4 border-t border-line bg-paper/95 px-2 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <Button type="submit" busy={isSaving} className="max-sm:grow">
        Instellingen bewaren
      </Button>
      <p role="status" className="text-small text-ink-soft">
        {isDirty && 'Nog niet bewaard'}
      </p>
    </div>
  )
}
