/** What buyers wrote, by the category of the product: stars and text. Each is used once a product. */

export type ReviewText = readonly [rating: number, text: string | null]

export const reviewTexts: Record<string, readonly ReviewText[]> = {
  'massage-en-wellness': [
    [5, 'Heerlijk zacht en trekt niet meteen in. Een fles gaat lang mee.'],
    [4, 'Fijn product. De geur mocht voor mij iets lichter.'],
    [5, 'Gekocht voor een rustige zondag, en dat werd het ook.'],
    [5, null],
    [3, 'Doet wat het belooft, al is de dop wat onhandig met natte handen.'],
    [4, 'Snel in huis en keurig verpakt.'],
    [5, 'Voor de tweede keer besteld. Zegt genoeg.'],
  ],
  'zijde-en-lingerie': [
    [5, 'De stof voelt precies zo zacht als op de foto.'],
    [4, 'Mooi gemaakt. Valt een klein maatje ruim.'],
    [5, 'Cadeau gegeven, en ze was er stil van.'],
    [2, 'Prachtige kleur, maar er zat een los draadje aan de zoom.'],
    [5, null],
    [4, 'Koel op de huid en het blijft goed zitten.'],
  ],
  'kaarsen-en-sfeer': [
    [5, 'Warme geur die de kamer vult zonder zwaar te worden.'],
    [5, 'Brandt mooi gelijkmatig, tot de laatste centimeter.'],
    [4, 'Sfeervol. Hij is kleiner dan ik dacht.'],
    [3, 'De geur is lekker, maar je moet er dichtbij zitten.'],
    [5, null],
    [4, 'Staat hier elke avond aan.'],
  ],
  'slimme-toys': [
    [5, 'Stil, zacht en heel eenvoudig te koppelen.'],
    [4, 'Werkt goed met de app. Opladen duurt wat langer dan vermeld.'],
    [5, 'Mooier dan verwacht, en met zorg verpakt.'],
    [5, null],
    [3, 'Prima, maar de knop zit niet handig.'],
    [4, 'Voelt degelijk aan. Fijn dat hij waterdicht is.'],
    [5, 'De verpakking verraadt niets, precies zoals beloofd.'],
  ],
  'verzorging-en-accessoires': [
    [5, 'Fijne kwaliteit voor deze prijs.'],
    [4, 'Precies wat ik zocht, en snel geleverd.'],
    [5, null],
    [4, 'Stevig en mooi afgewerkt.'],
    [3, 'Goed, al had ik het iets groter verwacht.'],
    [5, 'Plakt niet en is huidvriendelijk. Aanrader.'],
  ],
  'lezen-en-luisteren': [
    [5, 'Rustig geschreven, met oefeningen die je echt doet.'],
    [4, 'Fijne stem en goede opbouw. Had langer mogen duren.'],
    [5, 'Samen gelezen op een regenachtige avond.'],
    [4, null],
    [2, 'Mooi idee, maar voor ons wat kort.'],
  ],
}

/** What someone wrote that is not about the product, and was rejected. */
export const rejectedTexts = ['Zie mijn eigen site voor een betere prijs.', 'Waar blijft mijn pakket??']
