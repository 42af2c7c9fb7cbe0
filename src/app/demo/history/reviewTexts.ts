/** The stars and the text of a review. Each is used once for a product. */

export type ReviewText = readonly [rating: number, text: string | null]

/** Reviews that fit any product that is sent. They come after those of the product itself. */
const ofParcels: readonly ReviewText[] = [
  [4, 'Snel in huis en keurig verpakt.'],
  [5, null],
  [5, 'De verpakking verraadt niets, precies zoals beloofd.'],
  [5, 'Voor de tweede keer besteld. Zegt genoeg.'],
]

const ofDownloads: readonly ReviewText[] = [
  [5, 'Meteen binnen, en op mijn telefoon net zo prettig als op de laptop.'],
  [4, null],
]

const toys: readonly ReviewText[] = [
  [5, 'Stil, zacht en heel eenvoudig te koppelen.'],
  [4, 'Werkt goed met de app. Opladen duurt wat langer dan vermeld.'],
  [5, 'Mooier dan verwacht, en met zorg gemaakt.'],
  [3, 'Prima, maar de knop zit niet handig.'],
]

const own: Record<string, readonly ReviewText[]> = {
  'massageolie-amber-en-vijg': [
    [5, 'Heerlijk zacht en trekt niet meteen in. Een fles gaat lang mee.'],
    [4, 'Fijne olie. De geur mocht voor mij iets lichter.'],
    [3, 'Doet wat het belooft, al is de dop wat onhandig met natte handen.'],
  ],
  'warmtestenen-van-basalt': [
    [5, 'Blijven verrassend lang warm. Mijn schouders zijn blij.'],
    [4, 'Mooi glad. Een langere uitleg was welkom geweest.'],
  ],
  'massagekaars-sandelhout': [
    [5, 'Smelt precies warm genoeg, en ruikt een avond lang naar hout.'],
    [4, 'Heerlijk, alleen had het schenktuitje wat groter gemogen.'],
  ],
  'badzout-rozenhout': [
    [5, 'Gekocht voor een rustige zondag, en dat werd het ook.'],
    [4, 'Lost goed op en laat de huid zacht achter.'],
  ],
  'zijden-kimono-nacht': [
    [5, 'De stof voelt precies zo zacht als op de foto.'],
    [4, 'Mooi gemaakt. Valt een klein maatje ruim.'],
    [2, 'Prachtige kleur, maar er zat een los draadje aan de zoom.'],
  ],
  'zijden-slaapmasker': [
    [5, 'Koel op de huid, en het blijft de hele nacht goed zitten.'],
    [4, 'Helemaal donker. De band had iets langer gemogen.'],
  ],
  'zijden-linten': [
    [5, 'Glad, sterk en mooi van kleur.'],
    [4, 'Fijne zijde. Even strijken, dan zijn ze perfect.'],
  ],
  'slipdress-aurore': [
    [5, 'Cadeau gegeven, en ze was er stil van.'],
    [4, 'Valt soepel. Ik had een maat kleiner kunnen nemen.'],
  ],
  'geurkaars-gloed': [
    [5, 'Warme geur die de kamer vult zonder zwaar te worden.'],
    [5, 'Brandt mooi gelijkmatig, tot de laatste centimeter.'],
    [4, 'Sfeervol. Hij is kleiner dan ik dacht.'],
  ],
  'gedraaide-dinerkaarsen': [
    [5, 'Te mooi om aan te steken, maar ze branden rustig en druipen niet.'],
    [4, 'Staan prachtig op tafel. Passen net niet in al mijn kandelaars.'],
  ],
  maanlamp: [
    [5, 'Warm licht, en dimmen met een tikje op de voet is heerlijk simpel.'],
    [4, 'Staat hier elke avond aan. De kabel is wat kort.'],
  ],
  'geurstokjes-vijgenblad': [
    [5, 'Een zachte geur in de hal, nu al twee maanden lang.'],
    [3, 'De geur is lekker, maar je moet er dichtbij zitten.'],
  ],
  lumi: toys,
  vela: toys,
  onda: toys,
  'nova-duo': toys,
  'zachte-gel-op-waterbasis': [
    [5, 'Plakt niet en is huidvriendelijk. Aanrader.'],
    [4, 'Precies wat ik zocht. Het pompje doseert goed.'],
  ],
  'zeepblok-witte-thee': [
    [5, 'Mild, en het ruikt naar schoon linnen.'],
    [4, 'Gaat lang mee als je het tussendoor laat drogen.'],
  ],
  'fluwelen-opbergetui': [
    [4, 'Stevig en mooi afgewerkt.'],
    [3, 'Goed, al had ik het iets groter verwacht.'],
  ],
  cadeauverpakking: [
    [5, 'Prachtig ingepakt, met een kaartje in mooi handschrift.'],
    [4, 'Netjes. Het lint bewaar ik.'],
  ],
  'boek-langzaam': [
    [5, 'Samen gelezen op een regenachtige avond.'],
    [5, 'Rustig geschreven, met verhalen die blijven hangen.'],
    [4, 'Mooie tekeningen en zacht papier.'],
  ],
  'e-book-dichterbij': [
    [5, 'Rustig geschreven, met oefeningen die je echt doet.'],
    [2, 'Mooi idee, maar voor ons wat kort.'],
  ],
  'audiocursus-adem-en-aanraking': [
    [4, 'Fijne klanken en goede opbouw. Had langer mogen duren.'],
    [5, 'We ademen nu elke avond even samen.'],
  ],
  'brieven-om-af-te-maken': [
    [5, 'Het begin stond er al, en toen schreven we vanzelf door.'],
    [4, 'Lief idee, en mooi om te printen.'],
  ],
}

/** The reviews of a product, in the order in which its buyers wrote them. */
export const reviewTextsOf = ({ slug, isDigital }: { slug: string; isDigital: boolean }): ReviewText[] => [
  ...(own[slug] ?? []),
  ...(isDigital ? ofDownloads : ofParcels),
]

/** Reviews that are not about the product, and were rejected. */
export const rejectedTexts = ['Zie mijn eigen site voor een betere prijs.', 'Waar blijft mijn pakket??']
