import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import { toast, undoableToast } from '../../../ui/dialogs/toast.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Field, FieldError, Input, Textarea } from '../../../ui/forms/Field.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import type { ContentBody, ContentField, ContentTextField } from '../../../wire/content.ts'

type FieldOf<Kind extends ContentField['kind']> = Extract<ContentField, { kind: Kind }>
type Item = Record<string, string>

export interface ProductsFieldProps {
  field: FieldOf<'products'>
  ids: string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}

interface ContentFieldsProps {
  fields: ContentField[]
  body: ContentBody
  onChange: (body: ContentBody) => void
  /** A field's path, such as `questions.0.answer` → its message. */
  errors: Record<string, string>
  /** Chooses products: passed on, because products are not known here. */
  ProductsField: ComponentType<ProductsFieldProps>
}

/** The fields of a text, as its definition describes them. */
export const ContentFields = ({ fields, body, onChange, errors, ProductsField }: ContentFieldsProps) =>
  fields.map(field => {
    const { name } = field
    const value = body[name]
    const set = (next: ContentBody[string]) => onChange({ ...body, [name]: next })
    switch (field.kind) {
      case 'list':
        return (
          <ListField
            key={name}
            field={field}
            items={itemsOf(value)}
            onChange={set}
            path={name}
            errors={errors}
          />
        )
      case 'products':
        return (
          <ProductsField key={name} field={field} ids={idsOf(value)} onChange={set} error={errors[name]} />
        )
      case 'line':
      case 'text':
        return (
          <TextPart
            key={name}
            field={field}
            text={typeof value === 'string' ? value : ''}
            onChange={set}
            error={errors[name]}
          />
        )
    }
  })

const idsOf = (value: ContentBody[string] | undefined): string[] =>
  typeof value === 'object' ? value.flatMap(each => (typeof each === 'string' ? [each] : [])) : []
const itemsOf = (value: ContentBody[string] | undefined): Item[] =>
  typeof value === 'object' ? value.flatMap(each => (typeof each === 'string' ? [] : [each])) : []

interface TextPartProps {
  field: ContentTextField
  text: string
  onChange: (text: string) => void
  error: string | undefined
}

const TextPart = ({ field, text, onChange, error }: TextPartProps) => (
  <Field label={field.label} hint={field.hint} error={error} optional={field.isOptional ?? false}>
    {field.kind === 'line' ? (
      <Input value={text} autoComplete="off" onChange={event => onChange(event.target.value)} />
    ) : (
      <Textarea
        value={text}
        rows={field.max > 1000 ? 8 : 3}
        className="field-sizing-content max-h-[32rem]"
        onChange={event => onChange(event.target.value)}
      />
    )}
  </Field>
)

interface ListFieldProps {
  field: FieldOf<'list'>
  items: Item[]
  onChange: (items: Item[]) => void
  path: string
  errors: Record<string, string>
}

/** A list of items with the same fields; they are moved by buttons. */
function ListField({ field, items, onChange, path, errors }: ListFieldProps) {
  const { label, itemLabel, item: parts, max } = field
  // The text that is typed between removing an item and putting it back stays.
  const latest = useRef({ items, onChange })
  useEffect(() => void (latest.current = { items, onChange }))
  const remove = (index: number) => {
    const item = items[index]
    onChange(items.toSpliced(index, 1))
    const restore = () => {
      const now = latest.current
      if (item && now.items.length < max) now.onChange(now.items.toSpliced(index, 0, item))
    }
    toast(undoableToast(`${itemLabel} ${index + 1} verwijderd`, restore))
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 display text-subheading">{label}</legend>
      {field.hint && <p className="text-small text-ink-soft">{field.hint}</p>}
      {items.map((item, index) => (
        <section
          // Items have no identity: their fields show what is at this place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          aria-label={`${itemLabel} ${index + 1}`}
          className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
        >
          <ItemHeader {...{ field, items, index, onChange }} onRemove={() => remove(index)} />
          {parts
            .filter(({ isHidden }) => !isHidden)
            .map(part => (
              <TextPart
                key={part.name}
                field={part}
                text={item[part.name] ?? ''}
                onChange={text => onChange(items.with(index, { ...item, [part.name]: text }))}
                error={errors[`${path}.${index}.${part.name}`]}
              />
            ))}
        </section>
      ))}
      <FieldError>{errors[path]}</FieldError>
      {items.length < max && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...items, Object.fromEntries(parts.map(({ name }) => [name, '']))])}
        >
          <Plus aria-hidden />
          {itemLabel} toevoegen
        </Button>
      )}
    </fieldset>
  )
}

type ItemHeaderProps = Pick<ListFieldProps, 'field' | 'items' | 'onChange'> & {
  index: number
  onRemove: () => void
}

function ItemHeader({ field: { itemLabel, min }, items, index, onChange, onRemove }: ItemHeaderProps) {
  const name = `${itemLabel.toLowerCase()} ${index + 1}`
  const move = (to: number) => {
    const moved = items[index]
    if (moved) onChange(items.toSpliced(index, 1).toSpliced(to, 0, moved))
  }
  return (
    <div className="flex items-center">
      <h3 className="grow text-small font-semibold text-ink-soft">
        {itemLabel} {index + 1}
      </h3>
      <IconButton
        icon={ArrowUp}
        label={`Zet ${name} hoger`}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      />
      <IconButton
        icon={ArrowDown}
        label={`Zet ${name} lager`}
        disabled={index === items.length - 1}
        onClick={() => move(index + 1)}
      />
      {items.length > min && <IconButton icon={Trash2} label={`Verwijder ${name}`} onClick={onRemove} />}
    </div>
  )
}
