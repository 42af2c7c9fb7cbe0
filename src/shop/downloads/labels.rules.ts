import type { DeliveredLine } from './contract.ts'

const day = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** How much longer a line of files can be downloaded, or why not. */
export function downloadNote({
  state,
  downloadsLeft,
  expiresAt,
}: Pick<DeliveredLine, 'state' | 'downloadsLeft' | 'expiresAt'>): string {
  const until = day.format(new Date(expiresAt))
  if (state === 'REVOKED') return 'Teruggenomen, omdat je het geld terugkreeg.'
  if (state === 'EXPIRED')
    return `Kon gedownload worden tot ${until}. Schrijf ons als je het opnieuw nodig hebt.`
  if (state === 'USED_UP') return 'Zo vaak gedownload als kan. Schrijf ons als je het opnieuw nodig hebt.'
  return `Nog ${downloadsLeft} keer te downloaden, tot ${until}.`
}
