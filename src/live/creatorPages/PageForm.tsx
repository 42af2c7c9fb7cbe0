import { z } from 'zod'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Field, FieldError, Input, Textarea } from '../../ui/forms/Field.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { type OwnPage, PageDraft, PageLanguage } from './contract.ts'
import { useSavePage } from './hooks.ts'
import { languageNames, proposeSlug } from './page.rules.ts'

const lines = z.string().transform(text => text.split('\n').filter(line => line.trim() !== ''))
const { likes, dislikes } = PageDraft.shape
const PageFormFields = PageDraft.extend({
  likes: lines.pipe(likes),
  dislikes: lines.pipe(dislikes),
})

interface PageFormProps {
  page: OwnPage | null
  /** Proposed as a stage name. */
  name: string
}

function usePageForm({ page, name }: PageFormProps) {
  const save = useSavePage()
  const written = page?.draft ?? (page?.shown && { ...page.shown, slug: page.slug })
  const form = useApiForm<z.input<typeof PageFormFields>, PageDraft>(
    () => Promise.resolve(PageFormFields),
    {
      stageName: written?.stageName ?? name,
      slug: written?.slug ?? proposeSlug(name),
      mood: written?.mood ?? '',
      about: written?.about ?? '',
      likes: written?.likes.join('\n') ?? '',
      dislikes: written?.dislikes.join('\n') ?? '',
      languages: written?.languages ?? ['nl'],
      thanks: written?.thanks ?? '',
    },
    (draft, onError) => save.mutate(draft, { onError }),
  )
  return { ...form, isSaving: save.isPending }
}

/** The texts of a creator's page and its address. */
export function PageForm(props: PageFormProps) {
  const form = usePageForm(props)
  const { register, errors, submit, formState, setValue, getValues } = form
  const propose = (stageName: string) => {
    if (!props.page && !formState.dirtyFields.slug) setValue('slug', proposeSlug(stageName))
  }
  return (
    <form noValidate method="post" className="grid gap-6" onSubmit={submit}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Artiestennaam"
          hint="Niet je echte naam, en nooit je woonplaats: zo vindt niemand je erdoor."
          error={errors.stageName?.message}
        >
          <Input
            autoComplete="off"
            {...register('stageName', { onBlur: () => propose(getValues('stageName')) })}
          />
        </Field>
        <TextField
          form={form}
          name="slug"
          label="Adres: /c/…"
          hint="Verander je het later, dan leidt het oude adres een jaar lang naar het nieuwe."
          autoComplete="off"
        />
      </div>
      <TextField
        form={form}
        name="mood"
        label="In één regel"
        hint="Zo sta je in de lobby."
        autoComplete="off"
      />
      <Field label="Over mij" optional error={errors.about?.message}>
        <Textarea rows={6} {...register('about')} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Hier hou ik van" hint="Eén per regel." error={errors.likes?.message}>
          <Textarea rows={4} {...register('likes')} />
        </Field>
        <Field label="Liever niet" hint="Eén per regel." error={errors.dislikes?.message}>
          <Textarea rows={4} {...register('dislikes')} />
        </Field>
      </div>
      <LanguageChoice form={form} />
      <Field
        label="Bedankje na een sessie"
        optional
        hint="De speler ziet dit als de sessie voorbij is."
        error={errors.thanks?.message}
      >
        <Textarea rows={2} {...register('thanks')} />
      </Field>
      <Button type="submit" className="justify-self-start max-sm:w-full" busy={form.isSaving}>
        Indienen
      </Button>
    </form>
  )
}

const LanguageChoice = ({ form: { register, errors } }: { form: ReturnType<typeof usePageForm> }) => (
  <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-4">
    <legend className="mb-3 text-small font-medium">Ik spreek</legend>
    {PageLanguage.options.map(code => (
      <Checkbox key={code} value={code} {...register('languages')}>
        {languageNames[code]}
      </Checkbox>
    ))}
    <FieldError>{errors.languages?.message}</FieldError>
  </fieldset>
)
