import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { Field, Textarea } from '../../ui/forms/Field.tsx'
import { plural } from '../../ui/format.ts'
import { ContactListError, useReplaceContacts } from './hooks.ts'
import { Section } from './Section.tsx'

/** The list of addresses and numbers, which the browser hashes: it can be replaced and emptied, and never read again. */
export function ContactList({ count }: { count: number }) {
  const [text, setText] = useState('')
  const replace = useReplaceContacts()
  return (
    <Section id="contacts" title="Wie je kent">
      <Explanation />
      <p className="font-medium">
        {count === 0 ? 'Je lijst is leeg.' : `Op je lijst: ${plural(count, 'code', 'codes')}.`}
      </p>
      <Field
        label={count === 0 ? 'Adressen en nummers' : 'Nieuwe lijst, in plaats van de vorige'}
        hint="Onder elkaar, of met komma’s ertussen; hoogstens 10.000, en 5 keer per dag. Een nummer zonder landcode kan Nederlands of Belgisch zijn en telt dan dubbel. Bij Gmail maken punten en alles na een plus geen verschil."
        error={
          replace.error
            ? replace.error instanceof ContactListError
              ? replace.error.message
              : userMessageOf(replace.error)
            : undefined
        }
      >
        <Textarea
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={event => setText(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={text.trim() === ''}
          busy={replace.isPending}
          onClick={() => replace.mutate(text, { onSuccess: () => setText('') })}
        >
          Lijst opslaan
        </Button>
        <FileButton onRead={setText} />
        {count > 0 && (
          <ConfirmButton
            variant="quiet"
            label="Leegmaken"
            title="Lijst leegmaken"
            confirm="Leegmaken"
            busy={replace.isPending}
            onConfirm={close => replace.mutate('', { onSuccess: close })}
          >
            <p>
              Daarna kan iedereen van je lijst je weer vinden, tenzij je op een andere manier onzichtbaar
              bent.
            </p>
          </ConfirmButton>
        )}
      </div>
    </Section>
  )
}

const Explanation = () => (
  <div className="grid gap-2 text-small text-ink-soft">
    <p>
      Geef e-mailadressen en telefoonnummers van mensen die je hier niet mogen vinden. Je browser maakt van
      elk een code en stuurt alleen die codes; de lijst zelf verlaat je apparaat niet. Wij versleutelen de
      codes nog eens, met een sleutel die niet in de database staat. Bewaar de lijst zelf: je kunt haar hier
      niet teruglezen, alleen vervangen of leegmaken.
    </p>
    <p>
      We vergelijken met het bevestigde e-mailadres van een account en met het opgegeven telefoonnummer. Dat
      nummer controleren we niet: het kan vals zijn. Je ziet niet of iemand van je lijst hier een account
      heeft. Stop je als creator, dan wissen we de codes.
    </p>
  </div>
)

/** Puts the text of a file into the field; nothing is sent. */
const FileButton = ({ onRead }: { onRead: (text: string) => void }) => (
  <Button
    asChild
    variant="secondary"
    className="cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
  >
    <label>
      <FileUp aria-hidden />
      Bestand kiezen
      <input
        type="file"
        accept=".txt,.csv,.vcf,text/plain,text/csv"
        aria-label="Bestand met adressen en nummers"
        className="sr-only"
        onChange={({ currentTarget }) => {
          void currentTarget.files?.[0]?.text().then(onRead)
          currentTarget.value = ''
        }}
      />
    </label>
  </Button>
)
